import {
  STATEMENT_CHECKS,
  type StatementCheck,
  type StatementJudgement,
} from '@platform/core/statement/judge-file';
import { verdictWords } from '@platform/core/verify/verdict-words';
import { priced } from './amounts.ts';
import { listed as inSentence } from './short.ts';
import {
  differenceTitle,
  differenceWords,
  monthWords,
  numbered,
  paymentsWords,
  signed,
} from './statements.ts';

/** What each check looks at. */
const CHECK_NAMES: Readonly<Record<StatementCheck, string>> = {
  file: 'the file is whole',
  receipts: 'every receipt holds, and is the tenant’s',
  log: 'every receipt is under one signed head of the log',
  chain: 'no receipt is left out between the first and the last',
  movements: 'the counterparty’s list is whole, as the enforcement point signed it',
  sums: 'sums and differences are those of receipts and list',
};

/** Differences that are told one by one. */
const MOST_TOLD = 50;

/**
 * The answer about a statement's file, for the command and the page alike. It contains text of the file: make it printable,
 * and escape it.
 */
interface StatementAnswer {
  /** Whose statement it says it is. */
  readonly title: string;
  readonly word: string;
  readonly meaning: string;
  /** It failed, or relies on a key that is not one of those that the reader gave. */
  readonly isRefused: boolean;
  readonly checks: readonly { readonly name: string; readonly outcome: 'pass' | 'fail' | 'n/a' }[];
  readonly problems: readonly string[];
  /** By which keys it was judged. */
  readonly keys: string;
  /** What it says, as name and value; empty for one that failed, as are the next two. */
  readonly sums: readonly (readonly [name: string, value: string])[];
  /** Between receipts and list. */
  readonly differences: readonly string[];
  /** Between which receipts none was left out, and what the file does not show. */
  readonly complete: string | null;
}

export function statementAnswer(judgement: StatementJudgement, hasKeys: boolean): StatementAnswer {
  const { verdict, level, faults, faultCount } = judgement;
  const isProven = verdict !== 'failed';
  return {
    title: titleOf(judgement),
    ...verdictWords(verdict, { level, hasKeys }, 'statement'),
    isRefused: !isProven || (verdict === 'self-consistent' && hasKeys),
    checks: STATEMENT_CHECKS.map((check) => ({
      name: CHECK_NAMES[check],
      outcome: outcomeOf(check, judgement),
    })),
    problems: [...faults.map(({ detail }) => detail), ...more(faultCount - faults.length)],
    keys: keysWords(judgement, hasKeys),
    sums: isProven ? sumsOf(judgement) : [],
    differences: isProven ? differencesOf(judgement) : [],
    complete: isProven ? chainWords(judgement) : null,
  };
}

function titleOf({ head }: StatementJudgement): string {
  if (head === null) return 'No account statement';
  const { account, tenant, month } = head;
  return `Statement of ${account} of ${tenant}, ${monthWords(month)}`;
}

function outcomeOf(
  check: StatementCheck,
  { faults, receipts, listed }: StatementJudgement,
): 'pass' | 'fail' | 'n/a' {
  if (faults.some((fault) => fault.check === check)) return 'fail';
  const isAbsent =
    (['movements', 'sums'].includes(check) && listed === null) ||
    (['receipts', 'log', 'chain'].includes(check) && receipts === 0);
  return isAbsent ? 'n/a' : 'pass';
}

function keysWords({ verdict, unpinned }: StatementJudgement, hasKeys: boolean): string {
  if (verdict === 'failed')
    return hasKeys ? 'Judged by the keys that you gave.' : 'Judged by the keys in the file.';
  if (verdict === 'verified') return 'Every key relied on is one that you gave.';
  const names = inSentence([...unpinned]);
  return hasKeys ? `Your key file does not have ${names}.` : `Only the file vouches for ${names}.`;
}

function sumsOf({ statement, receipts }: StatementJudgement): StatementAnswer['sums'] {
  if (statement === null)
    return [['receipts', `${receipts}, and no list of the counterparty to compare them with`]];
  const { currency, opening, closing, payments, paid, others, others_in, others_out } = statement;
  const without = `${numbered(others, 'movement')}, in ${priced(others_in, currency)} and out ${priced(others_out, currency)} ${currency}`;
  return [
    ['opening', `${signed(opening, currency)} ${currency}`],
    ['paid', `${priced(paid, currency)} ${currency} in ${paymentsWords(payments)}`],
    ...(others === 0 ? [] : [['without a receipt', without] as const]),
    ['closing', `${signed(closing, currency)} ${currency}`],
    ['held and not paid', String(statement.held.length)],
    ['refused', String(statement.refused.length)],
    ['differences', differencesWords(statement.differences.length)],
  ];
}

function differencesWords(count: number): string {
  return count === 0 ? 'none' : `${count}, told below`;
}

function differencesOf({ statement, listed }: StatementJudgement): readonly string[] {
  const differences = statement?.differences ?? [];
  const of = { counterparty: listed?.counterparty ?? '', currency: statement?.currency ?? '' };
  const told = differences
    .slice(0, MOST_TOLD)
    .map((difference) => `${differenceTitle(difference, of)}: ${differenceWords(difference, of)}`);
  return [...told, ...more(differences.length - told.length)];
}

function more(count: number): readonly string[] {
  return count > 0 ? [`and ${count} more`] : [];
}

function chainWords({ chain, head }: StatementJudgement): string {
  if (chain === null || head === null)
    return 'There is no receipt in it, so it does not show that there was none.';
  const { first, last } = chain;
  const start = first.sequence === 0 ? 'the first one of the chain' : `decided ${first.decidedAt}`;
  return `No receipt of ${head.tenant} is left out between number ${first.sequence} of its chain (${start}) and number ${last.sequence} (decided ${last.decidedAt}). What came before and after is not shown.`;
}
