import type { DisputePoint, DisputeWords } from '@platform/words/dispute';
import { hanging, type Paper, paint, section } from './render.ts';

const COLOURS = { inside: 'bold', outside: 'red', undecided: 'yellow' } as const;
const WORD_WIDTH = 9;

/** The answer about a dispute file: one sentence, then each ground point by point, and what is only said. */
export function renderDispute(paper: Paper, words: DisputeWords, advice: string): string {
  const { answer, title, keys, alone, others, grounds, problems, said, isUnpinned } = words;
  const isRefused = isUnpinned || answer === 'failed' || answer === 'outside';
  const items = (lines: readonly string[]) => lines.flatMap((line) => hanging(paper, '  - ', line));
  return [
    ...hanging(paper, '', title).map((line) => paint(paper, 'bold', line)),
    ...section(paper, 'Problems', items(problems)),
    ...grounds.flatMap(({ name, answer: of, isAsked, points }) =>
      section(
        paper,
        `${name}${isAsked ? ' (in dispute)' : ''}: ${of}`,
        points.flatMap((one) => pointLines(paper, one)),
      ),
    ),
    ...section(paper, 'Other receipts in the file', items(others)),
    ...section(paper, 'Said, and vouched for by nobody', items(said)),
    '',
    `${paint(paper, isRefused ? 'red' : 'yellow', words.word.toUpperCase())}`,
    ...[`${keys}${advice}`, ...alone].flatMap((line) => hanging(paper, '  ', line)),
    '',
  ].join('\n');
}

function pointLines(paper: Paper, { answer, signed, found, rests }: DisputePoint): string[] {
  const lead = `  ${paint(paper, COLOURS[answer], answer.padEnd(WORD_WIDTH))}  `;
  const [first = '', ...others] = hanging(paper, ' '.repeat(WORD_WIDTH + 4), signed);
  return [
    `${lead}${first.trimStart()}`,
    ...others,
    ...hanging(paper, ' '.repeat(WORD_WIDTH + 4), found),
    ...rests.flatMap((line) =>
      hanging(paper, ' '.repeat(WORD_WIDTH + 6), line).map((text) => paint(paper, 'dim', text)),
    ),
  ];
}
