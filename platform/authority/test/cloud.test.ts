import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Receipt } from '@platform/protocol/receipt';
import { openDeployment } from './support/deployment.ts';

test('the authority’s own decisions carry the cloud’s token for its key', async (t) => {
  const deployment = await openDeployment();
  t.after(deployment.close);
  const { cloud, sequencer, register, propose, writtenReceipts } = deployment;
  cloud.token = 'head.claims.signature';
  const denied = await propose(await register({ scope: ['bank.readBalance'] }));
  assert.equal(denied.status, 'denied');
  await sequencer.settled();
  await sequencer.stop();
  const [receipt] = writtenReceipts as Receipt[];
  assert.equal(receipt?.what.level_achieved, 'L1-declared');
  assert.equal(receipt?.how.decision.cloud_identity, 'head.claims.signature');
});
