import { multiply } from '@common/base/exact';
import type { Limit } from '@screener/engine/methodologies/digits';
import { type Face, PAGE, TEXT } from './face.ts';

/**
 * Joins the ends of a range, each written by `write`: `2.37 to 4`, `at most 4`, `at least 4`. A `high` of
 * null means that there is no upper end.
 */
export function range(
  low: number,
  high: number | null,
  write: (value: number) => string,
  face: Face = PAGE,
): string {
  return rangeOf(low, write(low), high === null ? null : write(high), face);
}

function rangeOf(low: number, from: string, to: string | null, face: Face, unit = ''): string {
  if (to === null) return low === 0 ? 'not known' : `at least ${from}${unit}`;
  if (from === to) return `${to}${unit}`;
  if (low !== 0) return `${from}${face.to}${to}${unit}`;
  return face.zero === null ? `at most ${to}${unit}` : `${face.zero}${face.to}${to}${unit}`;
}

/** Writes a fraction as a percentage: `2.37%`. */
export function percent(fraction: number, face: Face = PAGE, decimals = 2): string {
  return `${fixed(100 * fraction, decimals, face)}${face.percent}`;
}

/** More digits than any published limit has. A status next to the figure says on which side it is. */
const MOST_DIGITS = 6;

/** Writes a fraction as a percentage with all the digits of an answer: `26.3412 %`. */
export function precisePercent(fraction: number): string {
  return `${Number((100 * fraction).toPrecision(MOST_DIGITS))}${TEXT.percent}`;
}

/** Writes a range of fractions as percentages: `2.37%`, `0–2.66%`, `at least 4.10%`. */
export function percentRange(low: number, high: number | null, face: Face = PAGE, decimals = 2): string {
  const write = (fraction: number) => fixed(100 * fraction, decimals, face);
  return rangeOf(low, write(low), high === null ? null : write(high), face, face.percent);
}

/** Writes a limit exactly as its methodology gives it: `≤ 30%`, `< 33.333%`. */
export function limitInWords({ comparison, threshold }: Limit, face: Face = PAGE): string {
  return `${comparison === '<' ? '<' : face.atMost} ${multiply(100, threshold)}${face.percent}`;
}

const UNITS = [
  { name: ' tn', size: 1e12, decimals: 2 },
  { name: ' bn', size: 1e9, decimals: 1 },
  { name: ' m', size: 1e6, decimals: 1 },
] as const;
/** Makes 999,960,000 read 1.0 bn and not 1,000.0 m. */
const ROUNDS_UP = 0.99995;

/** Writes money, or a count of shares if the currency is null: `$90.5 bn`, `EUR 1.2 m`, `9,413`. */
export function money(value: number, currency: string | null, face: Face = PAGE): string {
  const { sign, mark, digits, unit } = partsOf(value, currency, face);
  return `${sign}${mark}${digits}${unit}`;
}

/** Writes the currency, and a shared unit, only once: `$2.3–2.4 bn`, `$0–11.6 bn`, `at least $2.0 bn`. */
export function moneyRange(
  low: number,
  high: number | null,
  currency: string | null,
  face: Face = PAGE,
): string {
  const from = money(low, currency, face);
  if (high === null || low < 0 || from === money(high, currency, face)) {
    return rangeOf(low, from, high === null ? null : money(high, currency, face), face);
  }
  const [start, end] = [partsOf(low, currency, face), partsOf(high, currency, face)];
  if (low === 0 && face.zero === null) return `at most ${money(high, currency, face)}`;
  const isOneUnit = low === 0 || start.unit === end.unit;
  const between = isOneUnit ? face.to : ` ${face.to.trim()} `;
  return `${start.mark}${start.digits}${isOneUnit ? '' : start.unit}${between}${end.digits}${end.unit}`;
}

function partsOf(value: number, currency: string | null, face: Face) {
  const size = Math.abs(value);
  const unit = UNITS.find(({ size: least }) => size >= ROUNDS_UP * least);
  const digits =
    unit === undefined
      ? fixed(size, Number.isInteger(value) ? 0 : 2, face)
      : fixed(size / unit.size, unit.decimals, face);
  return { sign: value < 0 ? face.minus : '', mark: mark(currency), digits, unit: unit?.name ?? '' };
}

/** Writes a closing price: `$253.79`, `$17.70`. */
export function price(close: number, currency: string | null): string {
  return `${mark(currency)}${fixed(close, 2)}`;
}

const PER_SHARE = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const LEAST_PER_SHARE = 0.0001;

/** Writes an amount per share, with enough digits to multiply by a number of shares: `$0.79 a share`. */
export function perShare(amount: number, currency: string | null): string {
  return `${eachShare(amount, currency)} a share`;
}

/** Writes a range of amounts per share: `$0.40–$0.56 a share`. */
export function perShareRange(
  low: number,
  high: number | null,
  currency: string | null,
  face: Face = PAGE,
): string {
  const to = high === null ? null : eachShare(high, currency);
  return rangeOf(low, eachShare(low, currency), to, face, ' a share');
}

function eachShare(amount: number, currency: string | null): string {
  return amount > 0 && amount < LEAST_PER_SHARE
    ? `under ${mark(currency)}${LEAST_PER_SHARE}`
    : `${mark(currency)}${PER_SHARE.format(amount)}`;
}

const MILLIONS = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** Writes millions with thousands separators, for columns: `90,509`. */
export function millions(amount: number): string {
  return signed(MILLIONS.format(amount / 1e6), PAGE);
}

const EXACT = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 12 });

/** Writes a number with all its digits: `14,681,140,000`, `−3.5`. */
export function exactly(value: number, face: Face = PAGE): string {
  return signed(EXACT.format(value), face);
}

/** Writes a count: `12,960`. */
export function wholeNumber(value: number): string {
  return fixed(value, 0);
}

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Writes a small count as a word, for a sentence: `five`. */
export function numberInWords(count: number): string {
  return NUMBERS[count] ?? wholeNumber(count);
}

/** Each formatter is created once, because creating one takes far longer than using it. */
const FORMATS = new Map<number, Intl.NumberFormat>();

function fixed(value: number, decimals: number, face: Face = PAGE): string {
  const format =
    FORMATS.get(decimals) ??
    new Intl.NumberFormat('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  FORMATS.set(decimals, format);
  return signed(format.format(value), face);
}

/** Replaces the hyphen, which `Intl` writes, with the minus sign of the face. */
function signed(digits: string, { minus }: Face): string {
  return digits.startsWith('-') ? `${minus}${digits.slice(1)}` : digits;
}

function mark(currency: string | null): string {
  if (currency === null) return '';
  return currency === 'USD' ? '$' : `${currency} `;
}
