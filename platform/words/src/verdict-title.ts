import type { OpenReceipt } from '@platform/core/objects/receipt';
import { whatBecame } from '@platform/core/verify/addendum';
import type { Judgement } from '@platform/core/verify/judge';
import { judgementWords, missedOf } from '@platform/core/verify/judgement-words';
import { reportHtml } from '@platform/core/verify/report-html';
import { howItHappened, type Piece, pieceText, receiptPieces, whatHappened } from './story.ts';

/** A receipt’s title, and below it how it came to that and how strong the proof is. */
export interface VerdictTitle {
  readonly title: readonly Piece[];
  readonly story: readonly Piece[];
  /** Null where the title says it all. */
  readonly strength: string | null;
}

/**
 * Titles a checked receipt by what happened. INVARIANT: if a check fails, if its keys are not those that the reader trusts,
 * or if something is missed that the reader asked for, the title claims nothing, and what the receipt says stands below as
 * its own word. Without keys, the title quotes the receipt.
 */
export function verdictTitle(judgement: Omit<Judgement, 'labels'>, hasKeys: boolean): VerdictTitle {
  const { receipt, proof } = judgement;
  const { verdict } = proof;
  if (receipt === null) return { title: plain(NOT_HELD), story: [], strength: null };
  if (verdict === 'failed') return unheld(NOT_HELD, receipt);
  const missed = missedOf(judgement);
  if (missed !== null) return unheld(missed.title, receipt);
  if (verdict === 'self-consistent' && hasKeys) return unheld('Not signed with keys that you trust', receipt);
  return {
    title: whatHappened(receipt, hasKeys, whatBecame(proof.addenda)?.state ?? null),
    story: howItHappened(receipt),
    strength:
      verdict === 'verified'
        ? HELD[receipt.what.level_achieved]
        : verdict === 'partial'
          ? IN_PART
          : UNCONFIRMED,
  };
}

/** The visibility proof as one page of HTML. */
export function reportPage(judgement: Judgement, hasKeys: boolean): string {
  const { proof, labels } = judgement;
  const title = pieceText(verdictTitle(judgement, hasKeys).title);
  return reportHtml(proof, { labels, title, words: judgementWords(judgement, hasKeys).words });
}

function unheld(title: string, receipt: OpenReceipt): VerdictTitle {
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
