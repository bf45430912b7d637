import type { OpenReceipt } from '@platform/core/objects/receipt';
import type { Verdict } from '@platform/core/verify/verification';
import { howItHappened, type Piece, receiptPieces, whatHappened } from './story.ts';

interface JudgedReceipt {
  /** Null if the input is not a receipt. */
  readonly receipt: OpenReceipt | null;
  readonly verdict: Verdict;
  /** The reader gave keys, and no others may be relied on. */
  readonly hasKeys: boolean;
}

/** A receipt’s title, and below it how it came to that and how strong the proof is. */
export interface VerdictTitle {
  readonly title: readonly Piece[];
  readonly story: readonly Piece[];
  /** Null where the title says it all. */
  readonly strength: string | null;
}

/**
 * Titles a checked receipt by what happened. INVARIANT: if a check fails, or its keys are not those that the reader
 * trusts, the title claims nothing, and what the receipt says stands below as its own word. Without keys, the title
 * quotes the receipt.
 */
export function verdictTitle({ receipt, verdict, hasKeys }: JudgedReceipt): VerdictTitle {
  if (receipt === null) return { title: plain(NOT_HELD), story: [], strength: null };
  if (verdict === 'failed') return unheld(NOT_HELD, receipt);
  if (verdict === 'self-consistent' && hasKeys) return unheld('Not signed with keys that you trust', receipt);
  return {
    title: whatHappened(receipt, hasKeys),
    story: howItHappened(receipt),
    strength:
      verdict === 'verified'
        ? HELD[receipt.what.level_achieved]
        : verdict === 'partial'
          ? IN_PART
          : UNCONFIRMED,
  };
}

/** The same of a receipt on which nobody should rely: `title` claims nothing. */
export function unheld(title: string, receipt: OpenReceipt): VerdictTitle {
  return { title: plain(title), story: [...plain('It says: '), ...receiptPieces(receipt)], strength: null };
}

const NOT_HELD = 'This receipt does not hold';
const UNCONFIRMED = 'Signatures agree; the keys are not yet confirmed';
const IN_PART = 'What is shown holds under keys that you trust; some of the receipt is withheld';
const HELD = {
  'L1-sim': 'Every check holds under keys that you trust, in a simulation',
  'L1-declared': 'Every check holds under keys that you trust; where it ran is declared',
} as const satisfies Record<OpenReceipt['what']['level_achieved'], string>;

function plain(text: string): readonly Piece[] {
  return [{ kind: 'plain', text }];
}
