import { formatInstant, requiredMs } from '@common/base/instant';
import { nodeCrypto } from '@common/evidence/node';
import {
  appendLeaf,
  type Coordinate,
  foldProof,
  inclusionCoordinates,
  type MerkleNode,
  rootOf,
} from '../../src/log/merkle/tree.ts';
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

export interface Changes {
  readonly settled?: Partial<Settled>;
  readonly by?: Party;
  readonly head?: Partial<TreeHead>;
  readonly headBy?: Party;
  readonly leaf?: number;
  /** Of the tree. Default: the addendum is its last leaf. */
  readonly size?: number;
  /** What is in the log beside it: another name, other leaves. */
  readonly log?: string;
}

/** Five seconds after it was settled, as a leaf of the log after the receipt’s head, which is of eight. */
export function addendumTo(
  receipt: Receipt,
  { settled: changes, by, head, headBy, leaf: index = 8, size = index + 1, log = 'log' }: Changes,
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
  const leaf = entryLeaf(nodeCrypto, hash);
  const others = Array.from({ length: size }, (_, at) => nodeCrypto.sha256(`${log} ${at}`));
  const { root, proof } = treeOf(others.with(index, leaf), index);
  const tree_head: TreeHead = {
    type: 'sanad/tree-head/1',
    deployment: receipt.deployment,
    log_id: receipt.status.log?.tree_head.log_id ?? '',
    tree_size: size,
    root_hash: root,
    timestamp: formatInstant(requiredMs(settled.at) + 5_000),
    ...head,
  };
  const signed = signObject(nodeCrypto, (headBy ?? CAST.authority).signer, tree_head);
  return {
    settled,
    settled_hash: hash,
    signature,
    log: { leaf_index: index, leaf_hash: leaf, inclusion_proof: proof, tree_head },
    log_root_signature: signed.signature,
  };
}

function treeOf(leaves: readonly string[], index: number) {
  const nodes = new Map<string, MerkleNode>();
  let tree: { size: number; frontier: readonly string[] } = { size: 0, frontier: [] };
  for (const leaf of leaves) {
    const grown = appendLeaf(nodeCrypto, tree, leaf);
    for (const node of grown.nodes) nodes.set(`${node.level}/${node.index}`, node);
    tree = grown;
  }
  const hashAt = ({ level, index: at }: Coordinate) => nodes.get(`${level}/${at}`)?.hash ?? '';
  return {
    root: rootOf(nodeCrypto, tree.frontier),
    proof: foldProof(nodeCrypto, inclusionCoordinates(index, leaves.length), hashAt),
  };
}
