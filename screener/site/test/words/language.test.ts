import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { BASE_STYLE } from '@common/web/page-shell';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { makeApp } from '../app-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const ARABIC = /<html lang="ar" dir="rtl">/;
const ENGLISH = /<html lang="en" dir="ltr">/;

test('a page is in the language of its link, else of the cookie, else of the browser, else English', async (t) => {
  const { app } = await makeApp(t, snapshot.shared());
  const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  assert.match((await ask('/')).body, ENGLISH);
  assert.match((await ask('/', { 'accept-language': 'fr, ar-EG;q=0.8, en;q=0.5' })).body, ARABIC);
  assert.match((await ask('/', { 'accept-language': 'de' })).body, ENGLISH);
  assert.match((await ask('/', { 'accept-language': 'ar', cookie: 'sanad-language=en' })).body, ENGLISH);
  const chosen = await ask('/?lang=ar', { cookie: 'sanad-language=en' });
  assert.match(chosen.body, ARABIC);
  assert.match(String(chosen.headers['set-cookie']), /^sanad-language=ar; .*Path=\/; HttpOnly; SameSite=Lax/);
  const unknown = await ask('/?lang=tlh');
  assert.match(unknown.body, ENGLISH);
  assert.equal(unknown.headers['set-cookie'], undefined);
  // A shared cache keeps a file for a year, for every reader.
  const [, sheet = ''] = /rel="stylesheet" href="([^"]+)"/.exec(unknown.body) ?? [];
  for (const file of [sheet, '/v1/tiers', '/openapi.json', '/robots.txt'])
    assert.equal((await ask(`${file}?lang=ar`)).headers['set-cookie'], undefined, file);
});

test('a link leads to the same page in the other language, with the rest of its address', async (t) => {
  const { app } = await makeApp(t, snapshot.shared());
  const { body } = await app.inject('/?q=AAPL&lang=en');
  assert.match(body, /<a class="site-link" href="\/\?q=AAPL&amp;lang=ar" lang="ar"[^>]*>العربية<\/a>/);
  const { body: arabic } = await app.inject('/?q=AAPL&lang=ar');
  assert.match(arabic, /<a class="site-link" href="\/\?q=AAPL&amp;lang=en" lang="en"[^>]*>English<\/a>/);
});

test('a page has one style sheet, and an Arabic one has its faces beside it', async (t) => {
  const { app } = await makeApp(t, snapshot.shared());
  const sheetsOf = async (url: string) => {
    const { body } = await app.inject(url);
    return [...body.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
  };
  const [all = '', ...others] = await sheetsOf('/?q=AAPL');
  assert.deepEqual(others, []);
  const [same, faces = '', ...more] = await sheetsOf('/?q=AAPL&lang=ar');
  assert.deepEqual([same, more], [all, []]);
  const [rooms, arabic] = [await app.inject(all), await app.inject(faces)];
  assert.ok(rooms.body.startsWith(await readFile(BASE_STYLE, 'utf8')));
  const print = new URL('../../src/report/report-print.css', import.meta.url);
  assert.ok(rooms.body.endsWith(await readFile(print, 'utf8')), 'paper has the last word');
  const face = 'url("ibm-plex-sans-arabic.woff2")';
  assert.deepEqual([rooms.body.includes(face), arabic.body.includes(face)], [false, true]);
  assert.equal((await app.inject(faces.replace('arabic.css', 'ibm-plex-sans-arabic.woff2'))).statusCode, 200);
});

test('a form is answered in the language of its sender, though its body arrives later', async (t) => {
  const { app } = await makeApp(t, snapshot.shared());
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`${address}/api/session`, {
    method: 'POST',
    headers: { 'accept-language': 'ar', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email: 'a@example.org', password: 'wrong' }),
  });
  assert.match(await answer.text(), ARABIC);
});

test('what one reader asks in Arabic does not reach another in English', async (t) => {
  const { app } = await makeApp(t, snapshot.shared());
  const pages = ['/', '/?q=AAPL', '/lists', '/methodology', '/nosuch'];
  const asked = pages.flatMap((url) => ['ar', 'en'].map((lang) => ({ url, lang })));
  const answers = await Promise.all(
    asked.map(({ url, lang }) =>
      app.inject({ url, headers: { 'accept-language': lang, accept: 'text/html' } }),
    ),
  );
  for (const [at, { url, lang }] of asked.entries()) {
    const { body = '' } = answers[at] ?? {};
    assert.match(body, lang === 'ar' ? ARABIC : ENGLISH, url);
    if (lang === 'en') assert.doesNotMatch(body.replaceAll('العربية', ''), /\p{Script=Arabic}/u, url);
  }
});
