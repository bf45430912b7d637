import type { BusinessStatus } from '@screener/engine/business/classify';
import type { Screening } from '@screener/engine/screening';
import type { Verdict } from '@screener/engine/verdict/verdict';
import type { DataSource } from '@screener/service/store/store';
import { amountName, spaced } from '@screener/words/names';
import { paint, type Terminal } from './terminal.ts';

const VERDICT_COLOURS = {
  compliant: 'green',
  questionable: 'yellow',
  non_compliant: 'red',
  not_screenable: 'cyan',
} as const;

/** Paints the verdict of an answer; a stale one has no colour, since colours are for today. */
export function paintAnswer(
  terminal: Terminal,
  { compliance, stale }: Pick<Screening, 'compliance' | 'stale'>,
  text: string,
): string {
  return stale === null ? paintVerdict(terminal, compliance, text) : paint(terminal, 'bold', text);
}

export function paintVerdict(terminal: Terminal, verdict: Verdict, text: string): string {
  return paint(terminal, ['bold', VERDICT_COLOURS[verdict]], text);
}

const STATUS_COLOURS = { pass: 'green', fail: 'red', unknown: 'cyan', review: 'yellow' } as const;

export function paintStatus(terminal: Terminal, status: BusinessStatus, text: string): string {
  return paint(terminal, STATUS_COLOURS[status], text);
}

export const DATA_SOURCE_WORDS = {
  snapshot: 'embedded snapshot',
  sec_bulk: 'the SEC’s bulk files',
  sec_live: 'the SEC, on demand',
} as const satisfies Readonly<Record<DataSource, string>>;

/** Short names of amounts, for columns. */
const SHORT_AMOUNTS: Readonly<Record<string, string>> = {
  cash_and_current_securities: 'cash + current sec.',
  cash_and_all_securities: 'cash + all sec.',
  receivables_and_cash: 'receivables + cash',
  total_assets: 'assets',
};

/** Writes a ratio in one line of the audit matrix: `debt / market cap`. */
export function ratioLine(
  check: { readonly numerator: string; readonly denominator: string },
  isShort = false,
): string {
  const name = (amount: string) => (isShort ? SHORT_AMOUNTS[amount] : undefined) ?? amountName(amount);
  return `${name(check.numerator)} / ${name(check.denominator)}`;
}

/** Writes the code of a `missing` entry in plain words. */
export function missingName(code: string): string {
  return code === 'facts_not_at_hand' ? 'no stored facts' : spaced(code);
}

/** Returns the tag without the us-gaap prefix, which most tags have. */
export function shortTag(tag: string): string {
  return tag.startsWith('us-gaap:') ? tag.slice('us-gaap:'.length) : tag;
}
