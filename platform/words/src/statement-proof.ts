import { isWholeMonth, type StatementExtent } from '@platform/core/statement/extent';
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
import { dayAndTime } from './when.ts';

/** What each check looks at. */
const CHECK_NAMES: Readonly<Record<StatementCheck, string>> = {
  file: 'the file is whole',
  receipts: 'every receipt holds, and is the tenant’s',
  log: 'every receipt is under one signed head of the log',
  chain: 'no receipt is left out between its first and its last one',
  movements: 'the counterparty’s list is as the enforcement point signed it, with every page',
  sums: 'sums and differences are those of receipts and list',
};

/** Differences that are told one by one. */
const MOST_TOLD = 50;

/**
 * The answer about a statement's file, for the command and the page alike. It contains text of the file: make it printable,
 * and escape it.
 */
interface StatementAnswer {
  /** Whose statement it says it is, and whether it is of the whole month. */
  readonly title: string;
  /** It holds, every check was made, and it is of a month that was over, from its first day to its last. */
  readonly isWhole: boolean;
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
  /** As of when it is, between which receipts none was left out, and what the file does not show. */
  readonly complete: readonly string[];
}

export function statementAnswer(judgement: StatementJudgement, hasKeys: boolean): StatementAnswer {
  const { verdict, level, faults, faultCount } = judgement;
  const isProven = verdict !== 'failed';
  const isRefused = !isProven || (verdict === 'self-consistent' && hasKeys);
  const { word, meaning } = verdictWords(verdict, { level, hasKeys, isView: false }, 'statement');
  const lacking = isProven ? lackingWords(judgement) : null;
  return {
    title: `${titleOf(judgement)}${lacking === null ? '' : `, ${lacking}`}`,
    isWhole: isProven && lacking === null,
    word: lacking === null || isRefused ? word : `${word}, ${lacking}`,
    meaning,
    isRefused,
    checks: STATEMENT_CHECKS.map((check) => ({
      name: CHECK_NAMES[check],
      outcome: outcomeOf(check, judgement),
    })),
    problems: [...faults.map(({ detail }) => detail), ...more(faultCount - faults.length)],
    keys: keysWords(judgement, hasKeys),
    sums: isProven ? sumsOf(judgement) : [],
    differences: isProven ? differencesOf(judgement) : [],
    complete: isProven ? extentWords(judgement) : [],
  };
}

function titleOf({ head }: StatementJudgement): string {
  if (head === null) return 'No account statement';
  const { account, tenant, month } = head;
  return `Statement of ${account} of ${tenant}, ${monthWords(month)}`;
}

/** What makes it less than the statement of a month, in a word or two that go with its name; null if nothing does. */
function lackingWords({ extent, listed }: StatementJudgement): string | null {
  if (extent === null || isWholeMonth(extent)) return null;
  if (listed === null) return 'without a list to compare it with';
  return extent.isListOver ? 'not shown to be whole' : `so far, as of ${dayAndTime(listed.listedAt)}`;
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

function sumsOf({ statement, receipts, extent }: StatementJudgement): StatementAnswer['sums'] {
  if (statement === null)
    return [['receipts', `${receipts}, and no list of the counterparty to compare them with`]];
  const { currency, opening, closing, payments, paid, others, others_in, others_out } = statement;
  const without = `${numbered(others, 'movement')}, in ${priced(others_in, currency)} and out ${priced(others_out, currency)} ${currency}`;
  return [
    ['opening', `${signed(opening, currency)} ${currency}`],
    ['paid', `${priced(paid, currency)} ${currency} in ${paymentsWords(payments)}`],
    ...(others === 0 ? [] : [['without a receipt', without] as const]),
    [extent?.isListOver === true ? 'closing' : 'balance so far', `${signed(closing, currency)} ${currency}`],
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

function extentWords({ chain, head, extent }: StatementJudgement): readonly string[] {
  if (head === null || extent === null) return [];
  const month = monthWords(head.month);
  const span =
    chain === null
      ? `There is no receipt of ${head.tenant} in it, so checks 2 to 4 looked at none. That there was none in ${month} is the word of the person who made the file.`
      : `No receipt of ${head.tenant} is left out between number ${chain.first.sequence} of its chain (${chain.first.sequence === 0 ? 'the first one' : `decided ${chain.first.decidedAt}`}) and number ${chain.last.sequence} (decided ${chain.last.decidedAt}).`;
  return [listWords(extent, month), ...headWords(extent), span, ...endsWords(chain, extent, month)];
}

function listWords({ listedAt, isListOver }: StatementExtent, month: string): string {
  if (listedAt === null)
    return 'It has no list of the counterparty: movements without a receipt, balances and differences are not shown.';
  return isListOver
    ? `The counterparty’s list is of ${dayAndTime(listedAt)}, after the end of ${month}. Only the enforcement point vouches for it.`
    : `The counterparty’s list is of ${dayAndTime(listedAt)}, before the end of ${month}: what was booked later is not in it.`;
}

function headWords({ headAt }: StatementExtent): readonly string[] {
  return headAt === null ? [] : [`The head of the log is of ${dayAndTime(headAt)}.`];
}

/** Which receipts of the month may be missing at either end. */
function endsWords(
  chain: StatementJudgement['chain'],
  { isStartShown, isEndShown, following, headAt }: StatementExtent,
  month: string,
): readonly string[] {
  if (chain === null) return [];
  const { first, last } = chain;
  const entries = following === 1 ? '1 entry follows' : `${following} entries follow`;
  const after =
    following > 0
      ? `${entries} it in the log up to the head, and the file does not show what they are`
      : `it was the newest entry of the log at ${dayAndTime(headAt ?? last.loggedAt)}, and what was logged since then is not shown`;
  const since = following === 0 ? (headAt ?? last.loggedAt) : last.loggedAt;
  return [
    ...(isStartShown
      ? []
      : [
          `Receipts of ${month} before number ${first.sequence} may be missing: number ${first.sequence - 1} is not in the file, and may have been logged until ${dayAndTime(first.loggedAt)}.`,
        ]),
    isEndShown
      ? `What follows number ${last.sequence} was logged after ${dayAndTime(since)}, when ${month} was over: a receipt of ${month} is among it only if it was logged late.`
      : `Receipts of ${month} after number ${last.sequence} may be missing: ${after}.`,
  ];
}
