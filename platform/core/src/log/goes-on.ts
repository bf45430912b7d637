import { instantMs } from '@common/base/instant';
import type { Crypto } from '@common/evidence/crypto';
import type { TreeHead } from '../objects/log.ts';
import { verifyConsistency } from './merkle/tree.ts';

/** The processes of one authority may differ by so much in their clocks. */
const SKEW_MS = 60_000;

/**
 * Whether a head is a later one of the log of a known head: the log begins with the known one, and neither its date nor
 * the number of endings goes back. `proof`: of consistency. It checks no signature.
 */
export function goesOnFrom(
  crypto: Crypto,
  known: TreeHead,
  head: TreeHead,
  proof: readonly string[],
): boolean {
  const [from, to] = [instantMs(known.timestamp), instantMs(head.timestamp)];
  return (
    head.log_id === known.log_id &&
    head.deployment === known.deployment &&
    from !== null &&
    to !== null &&
    to >= from - SKEW_MS &&
    (known.standing?.size ?? 0) <= (head.standing?.size ?? 0) &&
    verifyConsistency(crypto, {
      from: known.tree_size,
      to: head.tree_size,
      fromRoot: known.root_hash,
      toRoot: head.root_hash,
      proof,
    })
  );
}
