import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { SCORE_CAPS } from '@screener/engine/verdict/score';
import { testOf } from '../rows/rows.ts';
import { SETTINGS } from './service.ts';
import { service } from './shared.ts';

const { PUBLIC_URL, RATE_LIMIT_FREE } = SETTINGS;
/** The text of a page, as a person reads it. */
function textOf(page: string): string {
  return page
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

/** Interface document, 4.2: the public pages, and something that only the right page says. */
const PAGES: readonly (readonly [row: string, path: string, words: readonly string[]])[] = [
  [testOf('GET /'), '/', ['with the filing behind every number', 'Name or ticker of a US company or fund']],
  [testOf('GET /'), '/?q=AAPL', ['Apple Inc. was compliant', 'Full report with all evidence', 'To purify']],
  [
    testOf('GET /methodology'),
    '/methodology',
    [
      'How we reach a verdict',
      ...RULE_SETS.current.methodologies.flatMap(({ name, edition }) => [name, edition]),
      ...RULE_SETS.classic.methodologies.map(({ edition }) => edition),
      `A questionable company has at most ${SCORE_CAPS.questionable}`,
    ],
  ],
  [
    testOf('GET /developers'),
    '/developers',
    ['Get a free key', `curl ${PUBLIC_URL}/v1/screen/AAPL`, `"url": "${PUBLIC_URL}/mcp"`],
  ],
  [testOf('GET /terms'), '/terms', ['It is not a fatwa', 'run by Example Ltd, hello@example.org']],
  [testOf('GET /privacy'), '/privacy', ['Only as an argon2id hash', 'run by Example Ltd, hello@example.org']],
];

describe('public pages', () => {
  for (const [row, path, words] of PAGES) {
    test(`${row}: ${path} is 200, a page, the same bytes for every reader`, async () => {
      const answer = await service.get(path, { accept: 'text/html' });
      assert.equal(answer.status, 200, answer.text);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/);
      assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.equal(answer.headers.get('set-cookie'), null);
      for (const part of words) assert.ok(textOf(answer.text).includes(part), part);
      const key = await service.signUp(`reader-of-${path.length}@example.org`);
      assert.equal((await service.get(path, { 'x-api-key': key, accept: 'text/html' })).text, answer.text);
    });
  }

  test('a page that is not there: 404, HTML for browsers and JSON for programs', async () => {
    const page = await service.get('/portal-of-nobody', { accept: 'text/html' });
    assert.equal(page.status, 404);
    assert.match(textOf(page.text), /There is no such page/);
    assert.match(page.text, /action="\/" method="get"/);
    assert.ok(page.text.includes(page.headers.get('x-request-id') ?? 'none'));
    const json = await service.get('/portal-of-nobody');
    assert.equal((json.json() as { error: { code: string } }).error.code, 'not_found');
  });

  test('POST /developers: a key for the form of the page, none for that of another site', async () => {
    const send = (body: string, site: string) =>
      fetch(`${service.url()}/developers`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
        body,
      });
    const issued = await send('email=samir%40example.org&use_case=app', 'same-origin');
    const page = await issued.text();
    assert.equal(issued.status, 200, page);
    const [key = ''] = /snd_live_[0-9A-Za-z]+/.exec(page) ?? [];
    const called = await service.get('/v1/screen/AAPL', { 'x-api-key': key });
    assert.equal(called.status, 200);
    assert.ok(called.headers.get('ratelimit-policy')?.startsWith(`"free";q=${RATE_LIMIT_FREE};`));
    assert.equal((await send('email=samir', 'same-origin')).status, 422);
    assert.equal((await send('email=samir%40example.org', 'cross-site')).status, 403);
  });

  test('GET /robots.txt and /sitemap.xml name the public address', async () => {
    const robots = await service.get('/robots.txt');
    assert.ok(robots.text.endsWith(`\nSitemap: ${PUBLIC_URL}/sitemap.xml\n`));
    const sitemap = await service.get('/sitemap.xml');
    assert.match(sitemap.headers.get('content-type') ?? '', /^application\/xml/);
    for (const [, path] of PAGES.filter(([, asked]) => !asked.includes('?'))) {
      assert.ok(sitemap.text.includes(`<loc>${PUBLIC_URL}${path}</loc>`), path);
    }
  });
});
