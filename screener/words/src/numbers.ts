import { multiply } from '@common/base/exact';
import type { Limit } from '@screener/engine/methodologies/digits';
import { type Face, PAGE, TEXT } from './face.ts';

/** The ends of a range as `write` gives them: `2.37 to 4`, `at most 4`, `at least 4`; null has no upper end. */
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

/** `2.37%` of a fraction. */
export function percent(fraction: number, face: Face = PAGE, decimals = 2): string {
  return `${fixed(100 * fraction, decimals, face)}${face.percent}`;
}

/** More digits than any published limit has; the status beside a figure says on which side of the limit it is. */
const MOST_DIGITS = 6;

/** `26.3412 %`: with all the digits of an answer. */
export function precisePercent(fraction: number): string {
  return `${Number((100 * fraction).toPrecision(MOST_DIGITS))}${TEXT.percent}`;
}

/** Between two fractions: `2.37%`, `0–2.66%`, `at least 4.10%`. */
export function percentRange(low: number, high: number | null, face: Face = PAGE, decimals = 2): string {
  const write = (fraction: number) => fixed(100 * fraction, decimals, face);
  return rangeOf(low, write(low), high === null ? null : write(high), face, face.percent);
}

/** A limit exactly as its methodology gives it: `≤ 30%`, `< 33.333%`. */
export function limitInWords({ comparison, threshold }: Limit, face: Face = PAGE): string {
  return `${comparison === '<' ? '<' : face.atMost} ${multiply(100, threshold)}${face.percent}`;
}

const UNITS = [
  { name: ' tn', size: 1e12, decimals: 2 },
  { name: ' bn', size: 1e9, decimals: 1 },
  { name: ' m', size: 1e6, decimals: 1 },
] as const;
/** So that 999,960,000 is 1.0 bn and not 1,000.0 m. */
const ROUNDS_UP = 0.99995;

/** Money, or a count of shares where the currency is null: `$90.5 bn`, `EUR 1.2 m`, `9,413`. */
export function money(value: number, currency: string | null, face: Face = PAGE): string {
  const { sign, mark, digits, unit } = partsOf(value, currency, face);
  return `${sign}${mark}${digits}${unit}`;
}

/** The mark once and, where both ends have it, the unit once: `$2.3–2.4 bn`, `$0–11.6 bn`, `at least $2.0 bn`. */
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

/** A closing price: `$253.79`, `$17.70`. */
export function price(close: number, currency: string | null): string {
  return `${mark(currency)}${fixed(close, 2)}`;
}

const PER_SHARE = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const LEAST_PER_SHARE = 0.0001;

/** An amount for one share, with as many digits as it takes to multiply by shares: `$0.79 a share`. */
export function perShare(amount: number, currency: string | null): string {
  return `${eachShare(amount, currency)} a share`;
}

/** `$0.40–$0.56 a share`. */
export function perShareRange(low: number, high: number, currency: string | null, face: Face = PAGE): string {
  return rangeOf(low, eachShare(low, currency), eachShare(high, currency), face, ' a share');
}

function eachShare(amount: number, currency: string | null): string {
  return amount > 0 && amount < LEAST_PER_SHARE
    ? `under ${mark(currency)}${LEAST_PER_SHARE}`
    : `${mark(currency)}${PER_SHARE.format(amount)}`;
}

const MILLIONS = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** Millions with a comma at each thousand, for columns: `90,509`. */
export function millions(amount: number): string {
  return signed(MILLIONS.format(amount / 1e6), PAGE);
}

const EXACT = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 12 });

/** A number with all its digits: `14,681,140,000`, `−3.5`. */
export function exactly(value: number, face: Face = PAGE): string {
  return signed(EXACT.format(value), face);
}

/** `12,960`: a count. */
export function wholeNumber(value: number): string {
  return fixed(value, 0);
}

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A small count in a sentence: `five`. */
export function numberInWords(count: number): string {
  return NUMBERS[count] ?? wholeNumber(count);
}

/** Made once each: making one takes far longer than using it. */
const FORMATS = new Map<number, Intl.NumberFormat>();

function fixed(value: number, decimals: number, face: Face = PAGE): string {
  const format =
    FORMATS.get(decimals) ??
    new Intl.NumberFormat('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  FORMATS.set(decimals, format);
  return signed(format.format(value), face);
}

/** `Intl` writes a hyphen. */
function signed(digits: string, { minus }: Face): string {
  return digits.startsWith('-') ? `${minus}${digits.slice(1)}` : digits;
}

function mark(currency: string | null): string {
  if (currency === null) return '';
  return currency === 'USD' ? '$' : `${currency} `;
}
