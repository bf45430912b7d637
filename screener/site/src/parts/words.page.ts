import type { CalendarDate } from '@common/base/calendar';
import { html, type Safe } from '@common/web/html';
import { type Meaning, marked } from '@common/web/mark';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { Verdict } from '@screener/engine/verdict/verdict';
import { SANAD } from '@screener/service/use-cases/command-name';

/** What a page calls a verdict. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  compliant: 'compliant',
  questionable: 'questionable',
  non_compliant: 'non-compliant',
  not_screenable: 'not screenable',
};

export const VERDICT_MEANINGS: Readonly<Record<Verdict, Meaning>> = {
  compliant: 'pass',
  questionable: 'warn',
  non_compliant: 'fail',
  not_screenable: 'unknown',
};

/** A verdict in its word, shape and colour. */
export function verdictMark(verdict: Verdict): Safe {
  return marked(VERDICT_MEANINGS[verdict], VERDICT_WORDS[verdict]);
}

const STATUSES: Readonly<Record<CheckStatus, readonly [meaning: Meaning, word: string]>> = {
  pass: ['pass', 'passes'],
  fail: ['fail', 'fails'],
  unknown: ['unknown', 'undecided'],
};

/** The result of a check or a methodology in its word, shape and colour. */
export function statusMark(status: CheckStatus): Safe {
  return marked(...STATUSES[status]);
}

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const SHORT_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** `25 February 2026`. */
export function dateInWords(date: CalendarDate): Safe {
  return dateBy(LONG_DATE, date);
}

/** `25 Feb 2026`, for tables. */
export function shortDate(date: CalendarDate): Safe {
  return dateBy(SHORT_DATE, date);
}

function dateBy(format: Intl.DateTimeFormat, date: CalendarDate): Safe {
  return html`<time datetime="${date}">${format.format(new Date(`${date}T00:00:00Z`))}</time>`;
}

/** `1 day`, `60 days`. */
export function days(count: number): string {
  return `${COUNT.format(count)} ${count === 1 ? 'day' : 'days'}`;
}

/** How old a figure was on the date of its answer: `that day’s`, `60 days old`. */
export function ageInWords(age: number): string {
  return age === 0 ? 'that day’s' : `${days(age)} old`;
}

const COUNT = new Intl.NumberFormat('en-GB');
const TWO_DIGITS = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const UP_TO_ONE = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
const UP_TO_TWO = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });
const UP_TO_THREE = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 });

/** An interval of fractions in percent: `2.37%`, `0–2.66%`, `at least 4.10%`. */
export function percentRange(low: number, high: number | null): string {
  if (high === null) return low === 0 ? 'not known' : `at least ${percent(low)}`;
  const [from, to] = [hundredths(low), hundredths(high)];
  return from === to ? `${to}%` : `${low === 0 ? '0' : from}–${to}%`;
}

function percent(fraction: number): string {
  return `${hundredths(fraction)}%`;
}

function hundredths(fraction: number): string {
  return withMinus(TWO_DIGITS.format(fraction * 100));
}

/** A limit as its methodology writes it: `≤ 30%`, `< 33.333%`. */
export function limitInWords(comparison: '<' | '<=', threshold: number): string {
  return `${comparison === '<' ? '<' : '≤'} ${UP_TO_THREE.format(threshold * 100)}%`;
}

const SCALES = [
  [1e12, 'tn'],
  [1e9, 'bn'],
  [1e6, 'm'],
] as const;

/** An amount of money with four or so digits: `$90.5 bn`, `EUR 1.2 m`. */
export function money(amount: number, currency: string | null): string {
  const size = Math.abs(amount);
  const [unit, word] = SCALES.find(([least]) => size >= least) ?? [1, ''];
  const text = (unit === 1 ? UP_TO_TWO : UP_TO_ONE).format(size / unit);
  return `${amount < 0 ? '−' : ''}${currencyMark(currency)}${text}${word === '' ? '' : ` ${word}`}`;
}

const PRICE = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A closing price: `$253.79`, `$17.70`. */
export function price(close: number, currency: string | null): string {
  return `${currencyMark(currency)}${PRICE.format(close)}`;
}

const PER_SHARE = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** What to give away for one share, with as many digits as it takes to multiply by shares: `$0.79`, `$0.0958`. */
export function perShare(amount: number, currency: string | null): string {
  const smallest = 0.0001;
  if (amount > 0 && amount < smallest) return `under ${currencyMark(currency)}${smallest} a share`;
  return `${currencyMark(currency)}${PER_SHARE.format(amount)} a share`;
}

/** Millions with a comma at each thousand, for columns: `90,509`. */
export function millions(amount: number): string {
  return withMinus(UP_TO_ONE.format(amount / 1e6));
}

/** A minus instead of the hyphen that `Intl` writes. */
function withMinus(number: string): string {
  return number.replace('-', '−');
}

function currencyMark(currency: string | null): string {
  if (currency === null) return '';
  return currency === 'USD' ? '$' : `${currency} `;
}

/** A clause that names a command, from the colon or the end of the sentence before it. */
const WITH_COMMAND = new RegExp(`(?::|(?<=[.?])) [^:.?]*"${SANAD} .*$`, 's');

/** What is missing, without the command that fetches it: only the operator can run one, and reads it elsewhere. */
export function withoutCommand(message: string): string {
  return message.replace(WITH_COMMAND, '');
}

/** The components of a score by name, within a sentence. */
export const COMPONENT_WORDS: Readonly<Record<string, string>> = {
  business_activity: 'what it does',
  debt: 'debt',
  cash_and_interest_bearing: 'cash and securities',
  receivables: 'receivables',
  prohibited_income: 'interest income',
  data_quality: 'gaps in the figures',
  holdings: 'its holdings',
  coverage: 'holdings without a verdict',
};

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A small count in a sentence: `five`. */
export function numberInWords(count: number): string {
  return NUMBERS[count] ?? COUNT.format(count);
}

/** Sentences of the engine in the spelling of pages: `5%`, signs instead of letters, and `25 February 2026`. */
export function inPageSpelling(text: string): string {
  return text
    .replaceAll(' %', '%')
    .replaceAll(' - ', ' − ')
    .replaceAll(' x ', ' × ')
    .replace(ISO_DATE, (date) => LONG_DATE.format(new Date(`${date}T00:00:00Z`)));
}

/** Dates in sentences of the engine exist. */
const ISO_DATE = /\b\d{4}-\d\d-\d\d\b/g;
