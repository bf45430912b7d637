import { fail, ok, type Result } from '@common/base/result';
import {
  type Coordinate,
  consistencyCoordinates,
  foldProof,
  rootCoordinates,
  rootOf,
} from '@platform/core/log/merkle/tree';
import type { ConsistencyProof, LogContinuation } from '@platform/core/objects/log';
import type { AuthorityDeps } from './deps.ts';

type Deps = Pick<AuthorityDeps, 'store' | 'crypto'>;

/** Proves that the log of `to` leaves begins with that of `from` leaves (RFC 6962, 2.1.2). */
export async function proveConsistency(
  deps: Deps,
  from: number,
  to: number | null,
): Promise<Result<ConsistencyProof, 'sizes_invalid'>> {
  const newest = (await deps.store.treeHead(null))?.tree_head.tree_size ?? 0;
  const until = to ?? newest;
  if (from > until || until > newest) {
    return fail(
      'sizes_invalid',
      `from and to must be log sizes from 0 to ${newest}, and from must not exceed to.`,
    );
  }
  const groups = consistencyCoordinates(from, until);
  const roots = [rootCoordinates(from), rootCoordinates(until)] as const;
  const nodes = await deps.store.logNodes([...groups.flat(), ...roots.flat()]);
  const read = ({ level, index }: Coordinate): string => {
    const hash = nodes.get(`${level}:${index}`);
    if (hash === undefined) throw new Error(`the log has no node ${level}:${index}`);
    return hash;
  };
  return ok({
    from,
    to: until,
    from_root: rootOf(deps.crypto, roots[0].map(read)),
    to_root: rootOf(deps.crypto, roots[1].map(read)),
    proof: foldProof(deps.crypto, groups, read),
  });
}

/** How far the caller has seen the log and the evidence chain. */
interface LogPosition {
  readonly treeSize: number;
  /** The sequence number of the first event wanted. */
  readonly event: number;
}

/** Returns how the log and revocations continue from there. Refuses nothing: the caller compares. */
export async function continueLog(deps: Deps, seen: LogPosition, limit: number): Promise<LogContinuation> {
  const head = await deps.store.treeHead(null);
  const size = head?.tree_head.tree_size ?? 0;
  const isLonger = seen.treeSize > 0 && seen.treeSize <= size;
  const proof = isLonger ? await proveConsistency(deps, seen.treeSize, size) : null;
  return {
    head,
    proof: proof?.ok === true ? proof.value : null,
    revocations: [...(await deps.store.events(seen.event - 1, limit, 'mandate_revoked'))],
  };
}
