import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopUnderLoad } from '../stop-rounds.ts';

/** `npm run drill -- stop` does more; `pairs/` and `platform/pep/test/leases.test.ts` find the ordinary fault. */
const ROUNDS = 25;
const RUN_MS = 1_800_000;

test('mandates revoked under load, the bank in trouble: nothing leaves after the answer', {
  timeout: RUN_MS,
}, async (t) => {
  const report = await stopUnderLoad({
    rounds: ROUNDS,
    alone: ['authority', 'authority2', 'pep', 'pep2', 'bank'],
    engine: 'postgres',
    authorities: 2,
    peps: 2,
  });
  const { sent, named, executed, transfers, log } = report;
  t.diagnostic(`${sent} transfers left, ${JSON.stringify(named)} named; ${transfers} done; ${log}`);
  assert.equal(executed, transfers);
  assert.ok(named.perhaps_arrived + named.acknowledged > 0);
});
