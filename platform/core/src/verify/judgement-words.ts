import { undoneWords, whatBecame } from './addendum.ts';
import type { Judgement } from './judge.ts';
import { type VerdictWords, verdictWords } from './verdict-words.ts';

/** What the reader asked for beside the receipt and did not get. */
interface Missed {
  /** As the title of the whole answer. */
  readonly title: string;
  /** The end of the verdict. */
  readonly but: string;
}

type Judged = Pick<Judgement, 'proof' | 'receipt' | 'logged' | 'anchored' | 'documents'>;

/**
 * What a judgement lacks of what its reader asked; null if nothing, or if the receipt fails, which says more. INVARIANT:
 * titles, reports and exit code ask this function alone.
 */
export function missedOf({ proof, logged, anchored, documents }: Omit<Judged, 'receipt'>): Missed | null {
  if (proof.verdict === 'failed') return null;
  if (logged?.logged === 'no' || anchored?.anchored === 'no')
    return { title: 'Not logged as you ask', but: 'But it is not logged as you ask.' };
  if (documents.strangers.length > 0)
    return {
      title: 'A file that you gave is not a document of it',
      but: 'But a file that you gave is not one of its documents.',
    };
  if (proof.addenda.some(({ holds }) => !holds))
    return {
      title: 'What became of it is not shown',
      but: 'But an addendum that you gave does not hold.',
    };
  return null;
}

/** The verdict as its reader must read it: with what was missed, or that nothing came of what the receipt says. */
interface JudgementWords extends VerdictWords {
  /** A sentence with text of receipt and addendum; null if the verdict says it all. */
  readonly but: string | null;
  /** All of it. */
  readonly words: string;
}

/** Words a judgement, in the same way for the command, its reports, the page and the package. */
export function judgementWords(judgement: Judged, hasKeys: boolean): JudgementWords {
  const { proof, receipt } = judgement;
  const { word, meaning } = verdictWords(proof.verdict, {
    level: receipt?.what.level_achieved ?? null,
    hasKeys,
    isView: receipt !== null && receipt.hidden.length > 0,
  });
  const but = missedOf(judgement)?.but ?? undoneBut(judgement);
  return { word, meaning, but, words: [`${word}: ${meaning}`, but ?? []].flat().join(' ') };
}

function undoneBut({ proof, receipt }: Judged): string | null {
  const became = whatBecame(proof.addenda);
  const undone = receipt === null || became === null ? null : undoneWords(receipt, became);
  return undone === null ? null : `But ${undone}.`;
}
