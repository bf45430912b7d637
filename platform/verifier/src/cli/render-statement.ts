import type { StatementCheck, StatementJudgement } from '@platform/core/statement/judge-file';
import { STATEMENT_CHECKS } from '@platform/core/statement/judge-file';
import { printable } from '@platform/core/verify/report-html';
import {
  chainWords,
  STATEMENT_CHECK_NAMES,
  statementSums,
  statementTitle,
} from '@platform/words/statement-proof';
import { differenceTitle, differenceWords } from '@platform/words/statements';
import { hanging, headline, type Paper, paint, section } from './render.ts';

/** Differences that are told one by one. */
const MOST_TOLD = 50;

/** The answer about an account statement: the checks, the sums, the differences, what is proven, and the verdict. */
export function renderStatement(paper: Paper, judgement: StatementJudgement, hasKeys: boolean): string {
  const { verdict, level, faults, faultCount, statement, listed, unpinned } = judgement;
  const [word, meaning] = headline(paper, verdict, { level, hasKeys });
  const failed = new Set(faults.map(({ check }) => check));
  const differences = statement?.differences ?? [];
  const of = { counterparty: listed?.counterparty ?? '', currency: statement?.currency ?? '' };
  const told = differences.slice(0, MOST_TOLD);
  return [
    ...hanging(paper, '', statementTitle(judgement)).map((line) => paint(paper, 'bold', line)),
    '',
    ...STATEMENT_CHECKS.map((check, index) =>
      checkLine(paper, check, index, outcomeOf(check, judgement, failed)),
    ),
    ...section(paper, 'Problems', [
      ...faults.flatMap(({ detail }) => hanging(paper, '  - ', detail)),
      ...(faultCount > faults.length ? [`  - and ${faultCount - faults.length} more`] : []),
    ]),
    ...(verdict === 'failed'
      ? []
      : [
          ...section(
            paper,
            'It says',
            statementSums(judgement).flatMap((line) => hanging(paper, '  ', line)),
          ),
          ...section(paper, 'Differences between receipts and list', [
            ...told.flatMap((difference) =>
              hanging(
                paper,
                '  - ',
                `${differenceTitle(difference, of)}: ${differenceWords(difference, of)}`,
              ),
            ),
            ...(differences.length > told.length ? [`  - and ${differences.length - told.length} more`] : []),
          ]),
          ...section(paper, 'Complete as far as this', hanging(paper, '  ', chainWords(judgement))),
        ]),
    '',
    `${word}: ${meaning.replace('this receipt', 'this statement').replace('the receipt itself', 'the file itself')}`,
    ...(verdict === 'self-consistent'
      ? hanging(
          paper,
          '  ',
          `Not pinned: ${unpinned.map(printable).join(', ')}. Give the keys that you trust with --keys <file>.`,
        )
      : []),
    '',
  ].join('\n');
}

type Outcome = 'pass' | 'fail' | 'n/a';

function outcomeOf(
  check: StatementCheck,
  { receipts, listed }: StatementJudgement,
  failed: ReadonlySet<StatementCheck>,
): Outcome {
  if (failed.has(check)) return 'fail';
  const isAbsent =
    (['movements', 'sums'].includes(check) && listed === null) ||
    (['receipts', 'log', 'chain'].includes(check) && receipts === 0);
  return isAbsent ? 'n/a' : 'pass';
}

function checkLine(paper: Paper, check: StatementCheck, index: number, outcome: Outcome): string {
  const colours = { pass: 'bold', fail: 'red', 'n/a': 'dim' } as const;
  return `${index + 1}. ${paint(paper, colours[outcome], outcome.padEnd(4))}  ${STATEMENT_CHECK_NAMES[check]}`;
}
