import { nodeCrypto } from '@common/evidence/node';
import type { Addendum, TreeHead } from '../../src/objects/log.ts';
import type { Receipt } from '../../src/objects/receipt.ts';
import type { Settled } from '../../src/objects/settled.ts';
import { entryLeaf } from '../../src/receipt/assemble.ts';
import { counterpartyOf, pluginHash } from '../../src/signed/plugin.ts';
import { signObject } from '../../src/signed/signed.ts';
import { CAST, TREASURY, tell } from './story.ts';
import type { Party } from './story-keys.ts';

export const SETTLEMENT = {
  path: '/settled/{deployment}/{idempotency_key}',
  settled: '/settled',
  settled_hash: '/settled_hash',
  signature: '/signature',
  within_days: 30,
};

/** A receipt of a payment that the bank accepts first, as an adapter of a provider. */
export function accepted(settlement: object): Receipt {
  const connector = {
    ...TREASURY.connector,
    adapter: { provider: 'bank.example' },
    operations: TREASURY.connector.operations.map((operation) =>
      operation.facade === 'bank.executeTransfer' ? { ...operation, ...settlement } : operation,
    ),
  };
  const plugin = { ...TREASURY, connector };
  const ack = { adapter_of: 'bank.example', provider_answer_sha256: 'ab'.repeat(32) };
  const profile = { plugin_hash: pluginHash(nodeCrypto, plugin), counterparty: counterpartyOf(connector) };
  return tell({ plugin, profile, ack });
}

interface Changes {
  readonly settled?: Partial<Settled>;
  readonly by?: Party;
  readonly head?: Partial<TreeHead>;
  readonly headBy?: Party;
  readonly leaf?: number;
}

/** The last leaf of a log of two. */
export function addendumTo(
  receipt: Receipt,
  { settled: changes, by, head, headBy, leaf = 1 }: Changes,
): Addendum {
  const settled: Settled = {
    type: 'sanad/settled/1',
    deployment: receipt.deployment,
    grant_id: receipt.how.grant.grant_id,
    action_hash: receipt.what.action_hash,
    ack_hash: receipt.how.counterparty_ack_hash ?? '',
    state: 'settled',
    at: '2026-06-02T10:00:00.000Z',
    adapter_of: 'bank.example',
    provider_answer_sha256: 'cd'.repeat(32),
    ...changes,
  };
  const { hash, signature } = signObject(nodeCrypto, (by ?? CAST.bank).signer, settled);
  const first = 'ef'.repeat(32);
  const leaf_hash = entryLeaf(nodeCrypto, hash);
  const tree_head: TreeHead = {
    type: 'sanad/tree-head/1',
    deployment: receipt.deployment,
    log_id: receipt.status.log?.tree_head.log_id ?? '',
    tree_size: 2,
    root_hash: nodeCrypto.sha256(Buffer.from(`01${first}${leaf_hash}`, 'hex')),
    timestamp: '2026-06-02T10:00:05.000Z',
    ...head,
  };
  const root = signObject(nodeCrypto, (headBy ?? CAST.authority).signer, tree_head);
  return {
    settled,
    settled_hash: hash,
    signature,
    log: { leaf_index: leaf, leaf_hash, inclusion_proof: [first], tree_head },
    log_root_signature: root.signature,
  };
}
