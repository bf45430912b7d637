import { formatInstant } from '@common/base/instant';
import { together } from '@common/base/together';
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
import { type LogState, signCheckpoint } from './checkpoints.ts';
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
  unit: Pick<Unit, 'logId' | 'logNodes' | 'standingHead' | 'appendLog'>,
  oldSize: number,
  leaves: readonly string[],
  asked: readonly number[] = [],
): Promise<LogGrowth> {
  const edge = rootCoordinates(oldSize);
  // INVARIANT: read after the log was locked, so that no head has fewer endings than the one before it.
  const [nodesOfEdge, standing] = await together([unit.logNodes(edge), unit.standingHead()]);
  const known = new Map(nodesOfEdge);
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
  const head = signHead(deps, { log_id: logId, tree_size: tree.size, root_hash: root, standing });
  // INVARIANT: both forms have the same size, root and standing, and are stored or lost together.
  await unit.appendLog({ head, nodes, checkpoint: signCheckpoint(deps, head.tree_head) });

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

function signHead(deps: Deps, grown: LogState): SignedTreeHead {
  const head: TreeHead = {
    type: 'sanad/tree-head/1',
    deployment: deps.deployment,
    ...grown,
    timestamp: formatInstant(deps.clock()),
  };
  const { hash, signature } = signObject(deps.crypto, deps.authority, head);
  return { tree_head: head, tree_head_hash: hash, signature };
}
