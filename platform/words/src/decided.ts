import { capitalised } from '@common/base/english';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from './amounts.ts';
import { nameWords } from './names.ts';

/** A figure by itself, which is not part of a name, an address, a version or an instant. */
const LONG_FIGURE = /(?<![\w.:@/-])\d{4,}(?:\.\d+)?(?![\w@/-]|[.:]\d)/g;

/**
 * Why the policy decided as it did, as a sentence for people: `amount 7400 is over threshold 1000 and needs
 * an approval.` The policy’s own text names rules by their path in a mandate.
 */
export function decisionWords(detail: string): string {
  const words = printable(detail)
    .replaceAll(/\b(?:rules|limits)\.(\w+)/g, (_path, rule: string) => nameWords(rule))
    .replaceAll(LONG_FIGURE, grouped);
  return words === '' || /[.!?]$/.test(words) ? words : `${words}.`;
}

/** The same sentence at the beginning of a paragraph. A name at its beginning keeps its spelling. */
export function decisionSentence(detail: string): string {
  const words = decisionWords(detail);
  return /^(?:amount|the|within) /.test(words) ? capitalised(words) : words;
}
