import type { TreeHead } from '../objects/log.ts';
import type { ChainSpan } from './chain.ts';
import { isBefore, isOver } from './period.ts';

/** How far a statement's file goes, by what is signed in it. */
export interface StatementExtent {
  /** When the enforcement point listed the last movements; null without a list. */
  readonly listedAt: string | null;
  /** When the head of the log was signed; null without one. */
  readonly headAt: string | null;
  /** The list was made once the month was over. */
  readonly isListOver: boolean;
  /** No receipt of the month can precede the first one of the file, or follow its last one. */
  readonly isStartShown: boolean;
  readonly isEndShown: boolean;
  /** How many entries of the log follow the last receipt up to the head: the file does not show what they are. */
  readonly following: number;
}

interface Shown {
  readonly month: string;
  readonly listedAt: string | null;
  readonly head: TreeHead | null;
  readonly chain: ChainSpan | null;
}

/**
 * INVARIANT: only signed times count, since the file may leave out what came before and after. What precedes a receipt was
 * logged before it, and so decided before it was logged. What follows one that was decided after the month may have been
 * decided in the month only if it was logged late.
 */
export function extentOf({ month, listedAt, head, chain }: Shown): StatementExtent {
  const size = head?.tree_size ?? 0;
  const following = chain === null ? size : size - 1 - chain.last.leaf;
  const isNewest = following === 0 && head !== null && isOver(month, head.timestamp);
  return {
    listedAt,
    headAt: head?.timestamp ?? null,
    isListOver: listedAt !== null && isOver(month, listedAt),
    isStartShown: chain !== null && (chain.first.sequence === 0 || isBefore(month, chain.first.loggedAt)),
    isEndShown: chain !== null && (isOver(month, chain.last.decidedAt) || isNewest),
    following,
  };
}

/**
 * Whether a file has the whole month: its list and its receipts both.
 * @example isWholeMonth({ isListOver: true, isStartShown: true, isEndShown: false }) // false
 */
export function isWholeMonth({
  isListOver,
  isStartShown,
  isEndShown,
}: Pick<StatementExtent, 'isListOver' | 'isStartShown' | 'isEndShown'>): boolean {
  return isListOver && isStartShown && isEndShown;
}
