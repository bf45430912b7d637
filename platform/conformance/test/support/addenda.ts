import assert from 'node:assert/strict';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Settled } from '@platform/core/objects/settled';
import { outcome, send } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import type { Described } from './described.ts';

/** What the bank here does is done at once: nothing becomes of it later, and nobody else can say so. */
export async function checkAddenda(
  d: Deployment,
  { holds }: Described,
  { receipt_id: id, deployment, how, what, signatures }: Receipt,
): Promise<void> {
  const { authority } = d.urls;
  const none = await send(`${authority}/receipts/${id}/addenda`);
  assert.deepEqual(holds('GET /receipts/{receipt_id}/addenda', 200, none).body, []);
  const settled: Settled = {
    type: 'sanad/settled/1',
    deployment,
    grant_id: how.grant.grant_id,
    action_hash: what.action_hash,
    ack_hash: how.counterparty_ack_hash ?? '',
    state: 'settled',
    at: new Date().toISOString(),
  };
  const signature = { ...signatures.pep, kid: 'bank' };
  const json = { settled, settled_hash: hashOf(nodeCrypto, settled), signature };
  const forged = holds('POST /addenda', 403, await send(`${authority}/addenda`, { body: json }));
  assert.deepEqual(outcome(forged), [403, 'signature_invalid']);
}
