import { multiply } from '@common/base/exact';
import type { Limit } from '@screener/engine/methodologies/digits';
import { NUMBERS as AR_NUMBERS, RANGES as AR_RANGES } from './ar/numbers.ts';
import { NUMBERS as EN_NUMBERS, RANGES as EN_RANGES } from './en/numbers.ts';
import { type Face, PAGE, TEXT } from './face.ts';
import { leftToRight } from './isolate.ts';
import type { Language } from './language.ts';

const NUMBERS: Readonly<Record<Language, typeof EN_NUMBERS>> = { en: EN_NUMBERS, ar: AR_NUMBERS };
const RANGES: Readonly<Record<Language, typeof EN_RANGES>> = { en: EN_RANGES, ar: AR_RANGES };

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

/** `unit` belongs to the figures: it is written once, and in their direction. */
function rangeOf(low: number, from: string, to: string | null, face: Face, unit = ''): string {
  const { notKnown, atLeast, atMost } = RANGES[face.language];
  const written = (figures: string) => leftToRight(`${figures}${unit}`, face);
  if (to === null) return low === 0 ? notKnown : atLeast(written(from));
  if (from === to) return written(to);
  if (low !== 0) return written(`${from}${face.to}${to}`);
  return face.zero === null ? atMost(written(to)) : written(`${face.zero}${face.to}${to}`);
}

/** Writes a fraction as a percentage: `2.37%`. */
export function percent(fraction: number, face: Face = PAGE, decimals = 2): string {
  return leftToRight(`${fixed(100 * fraction, decimals, face)}${face.percent}`, face);
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
  const sign = comparison === '<' ? '<' : face.atMost;
  return leftToRight(`${sign} ${multiply(100, threshold)}${face.percent}`, face);
}

const UNITS = [
  { name: 'trillion', size: 1e12, decimals: 2 },
  { name: 'billion', size: 1e9, decimals: 1 },
  { name: 'million', size: 1e6, decimals: 1 },
] as const;
/** Makes 999,960,000 read 1.0 bn and not 1,000.0 m. */
const ROUNDS_UP = 0.99995;

/** Writes money, or a count of shares if the currency is null: `$90.5 bn`, `EUR 1.2 m`, `9,413`. */
export function money(value: number, currency: string | null, face: Face = PAGE): string {
  const { sign, mark, digits, unit } = partsOf(value, currency, face);
  return `${leftToRight(`${sign}${mark}${digits}`, face)}${unit}`;
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
  if (low === 0 && face.zero === null) return RANGES[face.language].atMost(money(high, currency, face));
  if (low !== 0 && start.unit !== end.unit) {
    return NUMBERS[face.language].twoUnits(start, face.to.trim(), end);
  }
  return `${leftToRight(`${start.mark}${start.digits}${face.to}${end.digits}`, face)}${end.unit}`;
}

function partsOf(value: number, currency: string | null, face: Face) {
  const size = Math.abs(value);
  const unit = UNITS.find(({ size: least }) => size >= ROUNDS_UP * least);
  const digits =
    unit === undefined
      ? fixed(size, Number.isInteger(value) ? 0 : 2, face)
      : fixed(size / unit.size, unit.decimals, face);
  return {
    sign: value < 0 ? face.minus : '',
    mark: mark(currency),
    digits,
    unit: unit === undefined ? '' : NUMBERS[face.language][unit.name],
  };
}

/** Says that an amount is an estimate: `about $38.5 bn`. */
export function about(shown: string, face: Face): string {
  return NUMBERS[face.language].about(shown);
}

/** Writes a closing price: `$253.79`, `$17.70`. */
export function price(close: number, currency: string | null, face: Face = PAGE): string {
  return leftToRight(`${mark(currency)}${fixed(close, 2)}`, face);
}

/** Writes a range of amounts with cents, and the currency once: `$130.25–142.67`, `$0–22.50`, `$16.57`. */
export function priceRange(
  low: number,
  high: number | null,
  currency: string | null,
  face: Face = PAGE,
): string {
  const { notKnown, atLeast } = RANGES[face.language];
  if (high === null) return low === 0 ? notKnown : atLeast(price(low, currency, face));
  const [from, to] = [fixed(low, 2), fixed(high, 2)];
  if (from === to) return price(high, currency, face);
  return leftToRight(`${mark(currency)}${low === 0 ? '0' : from}${face.to}${to}`, face);
}

const PER_SHARE = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const LEAST_PER_SHARE = 0.0001;

/** Writes an amount per share, with enough digits to multiply by a number of shares: `$0.79 a share`. */
export function perShare(amount: number, currency: string | null, face: Face = PAGE): string {
  return NUMBERS[face.language].eachShare(eachShare(amount, currency, face));
}

/** Writes a range of amounts per share: `$0.40–$0.56 a share`. */
export function perShareRange(
  low: number,
  high: number | null,
  currency: string | null,
  face: Face = PAGE,
): string {
  if (high === null && low === 0) return RANGES[face.language].notKnown;
  const to = high === null ? null : eachShare(high, currency, face);
  return NUMBERS[face.language].eachShare(rangeOf(low, eachShare(low, currency, face), to, face));
}

function eachShare(amount: number, currency: string | null, face: Face): string {
  const written = (digits: string) => leftToRight(`${mark(currency)}${digits}`, face);
  return amount > 0 && amount < LEAST_PER_SHARE
    ? NUMBERS[face.language].under(written(String(LEAST_PER_SHARE)))
    : written(PER_SHARE.format(amount));
}

const MILLIONS = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** Writes millions with thousands separators, for columns: `90,509`. */
export function millions(amount: number, face: Face = PAGE): string {
  return leftToRight(signed(MILLIONS.format(amount / 1e6), face), face);
}

const EXACT = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 12 });

/** Writes a number with all its digits: `14,681,140,000`, `−3.5`. */
export function exactly(value: number, face: Face = PAGE): string {
  return leftToRight(signed(EXACT.format(value), face), face);
}

/** Writes a count: `12,960`. */
export function wholeNumber(value: number): string {
  return fixed(value, 0);
}

/** Writes a small count as a word, for a sentence: `five`; in digits where words depend on what is counted. */
export function numberInWords(count: number, face: Face = PAGE): string {
  return NUMBERS[face.language].small[count] ?? wholeNumber(count);
}

/** Each formatter is created once, because creating one takes far longer than using it. */
const FORMATS = new Map<number, Intl.NumberFormat>();

/** Pages in every language have the same digits. */
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
