import { printable } from '@platform/proof/report-html';

/**
 * Why the policy decided so, as a sentence for people: `amount 7400 is over threshold 1000 and needs an approval.` The
 * policy’s own text names rules by their path in a mandate.
 */
export function decisionWords(detail: string): string {
  const words = printable(detail).replaceAll(/\brules\.(\w+)/g, (_path, rule: string) =>
    rule.replaceAll('_', ' '),
  );
  return words === '' || /[.!?]$/.test(words) ? words : `${words}.`;
}
