import type { DisputeJudgement } from './judge-dispute.ts';

/** Which keys the reader gave. */
interface Trust {
  readonly hasKeys: boolean;
  /** Without keys of their own, the reader takes the file’s. */
  readonly allowSelfConsistent: boolean;
}

/**
 * An answer for programs, which is that of `sanad-verify` where the two say the same: 0 inside or rightly refused, under
 * keys that the reader gave; 1 outside, or not to be relied on; 3 as 0, if the file’s keys are whose it says; 4 undecided.
 * @example disputeExit({ answer: 'inside', unpinned: ['pep'] }, { hasKeys: false }) // 3
 * @example disputeExit({ answer: 'undecided', unpinned: [] }, { hasKeys: true }) // 4
 */
export function disputeExit(
  { answer, unpinned }: Pick<DisputeJudgement, 'answer' | 'unpinned'>,
  { hasKeys, allowSelfConsistent }: Trust,
): 0 | 1 | 3 | 4 {
  if (answer === 'failed' || answer === 'outside') return 1;
  if (unpinned.length > 0 && hasKeys) return 1;
  if (answer === 'undecided') return 4;
  return unpinned.length === 0 || allowSelfConsistent ? 0 : 3;
}
