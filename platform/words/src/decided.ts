import { capitalised } from '@common/base/english';
import type { GrantRecord } from '@platform/core/objects/grant';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from './amounts.ts';
import { nameWords } from './names.ts';
import { possibleDuplicateWords } from './possible-duplicate.ts';

/** A figure by itself, which is not part of a name, an address, a version or an instant. */
const LONG_FIGURE = /(?<![\w.:@/-])\d{4,}(?:\.\d+)?(?![\w@/-]|[.:]\d)/g;

/**
 * Why the policy decided as it did, as a sentence for people: `amount 7400 is over threshold 1000 and needs
 * an approval.` The policy’s own text names rules by their path in a mandate.
 */
function decisionWords(detail: string): string {
  const words = printable(detail)
    .replaceAll(/\b(?:rules|limits)\.(\w+)/g, (_path, rule: string) => nameWords(rule))
    .replaceAll(/\b[a-z]+(?:_[a-z]+)*_id\b/g, nameWords)
    .replaceAll(LONG_FIGURE, grouped);
  return words === '' || /[.!?]$/.test(words) ? words : `${words}.`;
}

/** The same sentence at the beginning of a paragraph. A name at its beginning keeps its spelling. */
export function decisionSentence(detail: string): string {
  const words = decisionWords(detail);
  return /^(?:amount|the|within) /.test(words) ? capitalised(words) : words;
}

/** Why the rules decided so on a request, as the end of a sentence: by its code, where that has words. */
export function decidedWords({ decision, grant }: Pick<GrantRecord, 'decision' | 'grant'>): string {
  const { possible_duplicate_of: earlier } = grant;
  if (earlier !== undefined) return `${possibleDuplicateWords(earlier)}.`;
  return decision.reason === 'duplicate_action'
    ? 'the same was asked for before, and waits, is allowed or is done.'
    : decisionWords(decision.detail);
}
