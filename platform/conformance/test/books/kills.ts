import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killUnderLoad } from '../../random-kills.ts';
import { diesAtAnAnswer, diesInATransfer } from './crash-points.ts';
import { used } from './deployment.ts';

/** More than there are services: each is killed, however slow the machine is. */
const KILLS = 6;

/**
 * One of each kind: what was begun and nobody heard of, what was done and is not recorded, what is recorded and has no
 * receipt. `crash.long.test.ts` takes every step; enforcement point and bank have tests of all of theirs in their packages, and
 * an authority that dies before it records a decision is in `operations/restore.ts`.
 */
diesInATransfer(used, {
  authority: ['proposed:after', 'redeemed:after', 'event_recorded:after', 'sequenced:after'],
  pep: ['acknowledged:after'],
  bank: ['committed:after'],
});
diesAtAnAnswer(used, ['approved:after']);

test('services killed at random under load: each at least once, and each transfer ends', async (t) => {
  const { d, client } = used();
  const { kills, answers } = await killUnderLoad(d, client, { kills: KILLS });
  t.diagnostic(`kills ${JSON.stringify(kills)}, answers ${JSON.stringify(answers)}`);
  assert.deepEqual(Object.keys(kills).sort(), [...d.services].sort());
  assert.equal(
    Object.values(kills).reduce((sum, count) => sum + count, 0),
    KILLS,
  );
});
