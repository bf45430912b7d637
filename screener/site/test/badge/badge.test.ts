import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenTicker } from '@screener/service/use-cases/screen-ticker';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { makeLiveApp } from '../../../service/test/live/live-app.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { type BadgeAnswer, badge, badgeMarkup } from '../../src/badge/badge-image.page.ts';
import { makeApp } from '../app-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const PASS = '#1d6b3a';
const DAY = '2026-04-23';

test('a badge has its verdict’s colour today alone, and never if a newer report is overdue', () => {
  const answer: BadgeAnswer = {
    symbol: 'AAPL',
    compliance: 'compliant',
    as_of: DAY,
    today: DAY,
    facts_through: DAY,
    stale: null,
  };
  const current = badge(answer).toString();
  assert.match(current, /AAPL is compliant/);
  assert.ok(current.includes(PASS));
  const past = badge({ ...answer, today: '2026-06-01' }).toString();
  assert.match(past, /AAPL was compliant on 23 April 2026/);
  const stale = badge({ ...answer, stale: { since: '2026-04-01', why: 'report_late' } }).toString();
  assert.match(stale, /AAPL is compliant by an old report/);
  const open = badge({ ...answer, compliance: 'not_screenable' }).toString();
  assert.match(open, /AAPL has no verdict/);
  for (const other of [past, stale, open]) assert.ok(!other.includes(PASS));
  const chosen = badge(answer, ['aaoifi', 'djim', 'msci', 'sp']).toString();
  const by = 'By AAOIFI, DJIM, MSCI and S&amp;P. Sanad, 23 Apr 2026';
  assert.equal(chosen.split(by).length, 4, 'label, title and line');
  assert.match(chosen, /textLength="270"[^>]*>By AAOIFI/);
  assert.match(chosen, /width="320" height="40"/);
  assert.doesNotMatch(current, /By/);
});

test('the markup leads to the report by the same choice', () => {
  const shown = badgeMarkup('https://x.example', 'SNOW', ['aaoifi', 'djim']).toString();
  const markup = shown.replaceAll('&quot;', '"').replace(/<\/?bdi>/g, '');
  assert.match(markup, /href="https:\/\/x\.example\/portal\/report\/SNOW\?methodologies=aaoifi,djim"/);
  assert.match(markup, /src="[^"]*\/badge\/SNOW\.svg\?methodologies=aaoifi,djim"/);
  assert.match(markup, /alt="Sharia compliance of SNOW by AAOIFI and DJIM, by Sanad"/);
});

test('in live mode a badge asks no source and stores nothing', async (t) => {
  const { app, deps, clock, asked } = await makeLiveApp(t, undefined, makeApp);
  const badgeOf = async () => (await app.inject('/badge/NWIQ.svg')).statusCode;
  assert.deepEqual([await badgeOf(), asked()], [404, []]);
  assert.ok((await screenTicker(deps, { symbol: 'NWIQ', asOf: null, rules: 'current' })).ok);
  const [requests, generation] = [asked().length, await deps.store.generation()];
  assert.ok(requests > 0);
  // The price is too old by then, which would change the verdict.
  clock.advance(60 * 86_400_000);
  assert.equal(await badgeOf(), 200);
  assert.deepEqual([asked().length, await deps.store.generation()], [requests, generation]);
});

test('the badge may be embedded and kept, says what the report says, and refuses what that refuses', async (t) => {
  const { app } = await makeApp(t, snapshot.shared());
  const { statusCode, headers, body } = await app.inject('/badge/aapl.svg');
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-type']), /^image\/svg\+xml/);
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
  assert.equal(headers['cache-control'], 'public, max-age=3600');
  assert.match(body, /<title>AAPL was compliant on /);
  const known = await app.inject({ url: '/badge/aapl.svg', headers: { 'if-none-match': headers.etag } });
  assert.equal(known.statusCode, 304);
  const chosen = (await app.inject('/badge/SNOW.svg?methodologies=djim')).body;
  assert.match(chosen, /<title>SNOW was compliant on [^.]*\. By DJIM\. Sanad, /);
  // Shared caches keep it by its address, which alone chooses the language.
  const arabs = { 'accept-language': 'ar', cookie: 'sanad-language=ar' };
  assert.equal((await app.inject({ url: '/badge/aapl.svg', headers: arabs })).body, body);
  const arabic = await app.inject('/badge/aapl.svg?lang=ar');
  assert.match(arabic.body, /direction="rtl".*كان متوافقًا في /s);
  assert.equal(arabic.headers['set-cookie'], undefined);
  assert.equal((await app.inject('/badge/NOSUCH.svg')).statusCode, 404);
  assert.equal((await app.inject('/badge/A!.svg')).statusCode, 400);
  assert.equal((await app.inject('/badge/AAPL.svg?methodologies=mine')).statusCode, 422);
});
