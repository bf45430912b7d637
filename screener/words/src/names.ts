import { capitalised, listed } from '@common/base/english';
import type { BusinessStatus } from '@screener/engine/business/classify';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import type { Verdict } from '@screener/engine/verdict/verdict';

/** Writes a code that has no words of its own in plain words: `total_assets` becomes `total assets`. */
export function spaced(code: string): string {
  return code.replaceAll('_', ' ');
}

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  compliant: 'compliant',
  questionable: 'questionable',
  non_compliant: 'non-compliant',
  not_screenable: 'not screenable',
};

/**
 * Names methodologies within a sentence, by their ids.
 * @example followedNames(['aaoifi', 'sp']) // 'AAOIFI and S&P'
 */
export function followedNames(ids: readonly string[]): string {
  const named = METHODOLOGIES.filter(({ current }) => ids.includes(current.id));
  return listed(named.map(({ current }) => current.shortName));
}

/** Says whether a check, a methodology or a business passes, as a verb for a sentence. */
export const STATUS_WORDS: Readonly<Record<BusinessStatus, string>> = {
  pass: 'passes',
  fail: 'fails',
  review: 'needs a person’s review',
  unknown: 'cannot be decided',
};

/** Statuses in one word, for columns and next to a mark. */
export const SHORT_STATUS_WORDS = { pass: 'passes', fail: 'fails', unknown: 'undecided' } as const;

const COMPONENT_WORDS: Readonly<Record<string, string>> = {
  business_activity: 'what it does',
  cash_and_interest_bearing: 'cash and securities',
  prohibited_income: 'interest income',
  data_quality: 'gaps in the figures',
  holdings: 'its holdings',
  coverage: 'holdings without a verdict',
};

/** Names a component of a score within a sentence: `cash and securities`. */
export function componentWords(name: string): string {
  return COMPONENT_WORDS[name] ?? spaced(name);
}

const AMOUNT_NAMES: Readonly<Record<string, string>> = {
  cash_and_current_securities: 'cash and current securities',
  cash_and_all_securities: 'cash and all securities',
  receivables_and_cash: 'receivables and cash',
  market_cap: 'market cap',
  value_of_failing_holdings: 'failing holdings',
};

/** Names an amount of a check as a label: `cash and all securities`. Sentences spell securities out. */
export function amountName(name: string): string {
  return AMOUNT_NAMES[name] ?? spaced(name);
}

interface Ratio {
  readonly numerator: string;
  readonly denominator: string;
}

/** Names the two amounts of a ratio, as a label: `Debt ÷ market cap`. */
export function ratioName({ numerator, denominator }: Ratio): string {
  return capitalised(`${amountName(numerator)} ÷ ${amountName(denominator)}`);
}
