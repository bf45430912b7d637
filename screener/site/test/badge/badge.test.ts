import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { type BadgeAnswer, badge } from '../../src/badge/badge-image.page.ts';
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
  assert.match(chosen, /SNOW was compliant/);
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
