import type { statementAnswer } from '@platform/words/statement-proof';
import { hanging, type Paper, paint, section } from './render.ts';

const COLOURS = { pass: 'bold', fail: 'red', 'n/a': 'dim' } as const;

/** The answer about an account statement: the checks, the sums, the differences, what is proven, and the verdict, followed by advice. */
export function renderStatement(
  paper: Paper,
  answer: ReturnType<typeof statementAnswer>,
  advice: string,
): string {
  const { title, word, meaning, isRefused, checks, problems, keys, sums, differences, complete } = answer;
  const items = (lines: readonly string[]) => lines.flatMap((line) => hanging(paper, '  - ', line));
  return [
    ...hanging(paper, '', title).map((line) => paint(paper, 'bold', line)),
    '',
    ...checks.map(
      ({ name, outcome }, index) =>
        `${index + 1}. ${paint(paper, COLOURS[outcome], outcome.padEnd(4))}  ${name}`,
    ),
    ...section(paper, 'Problems', items(problems)),
    ...section(
      paper,
      'It says',
      sums.flatMap(([name, value]) => hanging(paper, '  ', `${name}: ${value}`)),
    ),
    ...section(paper, 'Differences between receipts and list', items(differences)),
    ...section(paper, 'Complete as far as this', items(complete)),
    '',
    `${paint(paper, isRefused ? 'red' : 'yellow', word.toUpperCase())}: ${meaning}`,
    ...hanging(paper, '  ', `${keys}${advice}`),
    '',
  ].join('\n');
}
