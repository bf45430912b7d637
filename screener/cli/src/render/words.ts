import type { BusinessStatus } from '@screener/engine/business/classify';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { Verdict } from '@screener/engine/verdict/verdict';
import type { DataSource } from '@screener/service/store/store';
import { paint, type Terminal } from './terminal.ts';

/** The service's terms for a reader who does not know its field names. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  compliant: 'compliant',
  questionable: 'questionable',
  non_compliant: 'non-compliant',
  not_screenable: 'not screenable',
};

const VERDICT_COLOURS = {
  compliant: 'green',
  questionable: 'yellow',
  non_compliant: 'red',
  not_screenable: 'cyan',
} as const;

export function paintVerdict(terminal: Terminal, verdict: Verdict, text: string): string {
  return paint(terminal, ['bold', VERDICT_COLOURS[verdict]], text);
}

export const STATUS_WORDS: Readonly<Record<CheckStatus, string>> = {
  pass: 'passes',
  fail: 'fails',
  unknown: 'cannot be decided',
};

/** In a column: one word each. */
export const STATUS_CELLS: Readonly<Record<CheckStatus, string>> = {
  pass: 'passes',
  fail: 'fails',
  unknown: 'undecided',
};

const STATUS_COLOURS = { pass: 'green', fail: 'red', unknown: 'cyan', review: 'yellow' } as const;

export function paintStatus(terminal: Terminal, status: BusinessStatus, text: string): string {
  return paint(terminal, STATUS_COLOURS[status], text);
}

export const BUSINESS_WORDS: Readonly<Record<BusinessStatus, string>> = {
  pass: 'passes',
  fail: 'fails',
  review: 'needs review',
  unknown: 'cannot be decided',
};

export const DATA_SOURCE_WORDS = {
  snapshot: 'embedded snapshot',
  sec_bulk: 'the SEC’s bulk files',
  sec_live: 'the SEC, on demand',
} as const satisfies Readonly<Record<DataSource, string>>;

/** Names of amounts, long and short. */
const AMOUNTS: Readonly<Record<string, readonly [string, string]>> = {
  cash_and_current_securities: ['cash + current securities', 'cash + current sec.'],
  cash_and_all_securities: ['cash + all securities', 'cash + all sec.'],
  receivables_and_cash: ['receivables + cash', 'receivables + cash'],
  total_assets: ['total assets', 'assets'],
  value_of_failing_holdings: ['failing holdings', 'failing holdings'],
  net_assets: ['net assets', 'net assets'],
};

export function amountName(name: string, short = false): string {
  const words = AMOUNTS[name];
  return words === undefined ? spaced(name) : short ? words[1] : words[0];
}

/** A ratio of answers, such as `debt_to_market_cap`, in the words of the audit matrix. */
export function ratioName(
  check: { readonly numerator: string; readonly denominator: string },
  short = false,
): string {
  return `${amountName(check.numerator, short)} / ${amountName(check.denominator, short)}`;
}

/** The code of a `missing` entry in plain words. */
export function missingName(code: string): string {
  return code === 'facts_not_at_hand' ? 'no stored facts' : spaced(code);
}

/** `liabilities_without_interest` in plain words. */
export function spaced(name: string): string {
  return name.replaceAll('_', ' ');
}

/** The tag without the us-gaap prefix that most tags have. */
export function shortTag(tag: string): string {
  return tag.startsWith('us-gaap:') ? tag.slice('us-gaap:'.length) : tag;
}
