import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killAtRandom } from '../random-kills.ts';

/** `npm run crash` does more. */
const KILLS = 40;
const LIMIT_MS = 75_000;
const RUN_MS = 240_000;

test('services killed at random under load: every book agrees', { timeout: RUN_MS }, async (t) => {
  const report = await killAtRandom({ kills: KILLS, limitMs: LIMIT_MS });
  const { kills, transfers, executed, receipts, log } = report;
  t.diagnostic(`kills ${JSON.stringify(kills)}; ${transfers} transfers, ${receipts} receipts; ${log}`);
  assert.ok(Object.values(kills).reduce((sum, count) => sum + count, 0) >= 10);
  assert.equal(executed, transfers);
  assert.ok(transfers > 0);
});
