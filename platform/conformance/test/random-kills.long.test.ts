import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killAtRandom } from '../random-kills.ts';

/** In every `npm test`, `books.test.ts` kills each service at one step of a transfer. */
const KILLS = 400;
const RUN_MS = 1_800_000;

test('services killed at random under load: every book agrees', { timeout: RUN_MS }, async (t) => {
  const report = await killAtRandom({ kills: KILLS });
  const { kills, transfers, executed, receipts, log } = report;
  t.diagnostic(`kills ${JSON.stringify(kills)}; ${transfers} transfers, ${receipts} receipts; ${log}`);
  assert.equal(
    Object.values(kills).reduce((sum, count) => sum + count, 0),
    KILLS,
  );
  assert.equal(executed, transfers);
  assert.ok(transfers > 0);
});
