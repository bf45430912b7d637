import { formatInstant } from '@common/base/instant';
import {
  appendLeaf,
  type Coordinate,
  foldProof,
  inclusionCoordinates,
  rootCoordinates,
  rootOf,
} from '@platform/core/log/merkle/tree';
import type { LogInclusion, SignedTreeHead, TreeHead } from '@platform/core/objects/log';
import { signObject } from '@platform/core/signed/signed';
import type { LogNode, Unit } from '../store/store.ts';
import { signCheckpoint } from './checkpoints.ts';
import { type AuthorityDeps, freshId } from './deps.ts';

type Deps = Pick<
  AuthorityDeps,
  'deployment' | 'crypto' | 'authority' | 'logSigner' | 'clock' | 'randomBytes'
>;

/** Where a batch of leaves is, under the one head that was signed for all of them. */
interface LogGrowth {
  readonly head: SignedTreeHead;
  /** The inclusions, in leaf order. */
  readonly inclusions: readonly LogInclusion[];
  /** The inclusion proofs of earlier leaves that were asked for, by index. */
  readonly earlier: ReadonlyMap<number, string[]>;
}

/**
 * Appends leaves to the log in a transaction that has locked it, and signs the new head. The number of nodes
 * that it reads and writes grows with the logarithm of the log's size.
 */
export async function growLog(
  deps: Deps,
  unit: Pick<Unit, 'logId' | 'logNodes' | 'appendLog'>,
  oldSize: number,
  leaves: readonly string[],
  asked: readonly number[] = [],
): Promise<LogGrowth> {
  const edge = rootCoordinates(oldSize);
  const known = new Map(await unit.logNodes(edge));
  const read = ({ level, index }: Coordinate): string => {
    const hash = known.get(`${level}:${index}`);
    if (hash === undefined)
      throw new Error(`the log has no node ${level}:${index}: run sanad authority fsck`);
    return hash;
  };
  let tree: { readonly size: number; readonly frontier: readonly string[] } = {
    size: oldSize,
    frontier: edge.map(read),
  };
  const nodes: LogNode[] = [];
  for (const leaf of leaves) {
    const appended = appendLeaf(deps.crypto, tree, leaf);
    nodes.push(...appended.nodes);
    tree = appended;
  }
  for (const { level, index, hash } of nodes) known.set(`${level}:${index}`, hash);
  // Random, so that a log that starts afresh is never taken for this one.
  const logId = (await unit.logId()) ?? freshId('log_', deps);
  const root = rootOf(deps.crypto, tree.frontier);
  const head = signHead(deps, logId, tree.size, root);
  // INVARIANT: both forms have the same size and root, and are stored or lost together.
  await unit.appendLog({ head, nodes, checkpoint: signCheckpoint(deps, { logId, size: tree.size, root }) });

  const paths = leaves.map((_, offset) => inclusionCoordinates(oldSize + offset, tree.size));
  const others = asked.map((index) => [index, inclusionCoordinates(index, tree.size)] as const);
  const wanted = [...paths, ...others.map(([, path]) => path)];
  const missing = wanted.flat(2).filter(({ level, index }) => !known.has(`${level}:${index}`));
  for (const [key, hash] of await unit.logNodes(missing)) known.set(key, hash);
  const inclusions = paths.map((path, offset) => ({
    leaf_index: oldSize + offset,
    leaf_hash: leaves[offset] ?? '',
    inclusion_proof: foldProof(deps.crypto, path, read),
    tree_head: head.tree_head,
  }));
  const earlier = new Map(others.map(([index, path]) => [index, foldProof(deps.crypto, path, read)]));
  return { head, inclusions, earlier };
}

function signHead(deps: Deps, logId: string, size: number, root: string): SignedTreeHead {
  const head: TreeHead = {
    type: 'sanad/tree-head/1',
    deployment: deps.deployment,
    log_id: logId,
    tree_size: size,
    root_hash: root,
    timestamp: formatInstant(deps.clock()),
  };
  const { hash, signature } = signObject(deps.crypto, deps.authority, head);
  return { tree_head: head, tree_head_hash: hash, signature };
}
