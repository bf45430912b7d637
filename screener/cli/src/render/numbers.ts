import { multiply } from '@common/base/exact';
import { decimalsBeside, type Limit } from '@screener/engine/wording/digits';
import type { Glyphs } from './terminal.ts';

const UNITS = [
  { name: 'tn', size: 1e12 },
  { name: 'bn', size: 1e9 },
  { name: 'm', size: 1e6 },
] as const;
/** Trillions start here: 3,813.8 bn can still be compared at a glance with the figures beside it. */
const LARGEST_BILLIONS = 1e13;
/** So that 999,960,000 is 1.0 bn and not 1,000.0 m. */
const ROUNDS_UP = 0.99995;

/** `379.3 bn`, `43.2 m`, `9,413`. Money and share counts, not in thousands. */
export function money(value: number): string {
  const size = Math.abs(value);
  const unit = UNITS.find(
    ({ name, size: least }) => size >= (name === 'tn' ? LARGEST_BILLIONS : ROUNDS_UP * least),
  );
  if (unit === undefined) return fixed(value, Number.isInteger(value) ? 0 : 2);
  return `${fixed(value / unit.size, 1)} ${unit.name}`;
}

/** Between two ends: `90.5 - 99.9 bn`; with null above, `90.5 bn or more`. */
export function moneyRange(low: number, high: number | null, glyphs: Glyphs): string {
  if (high === null) return low === 0 ? 'not known' : `${money(low)} or more`;
  const [from, to] = [money(low), money(high)];
  if (from === to) return to;
  if (low === 0) return `up to ${to}`;
  const unit = / [a-z]+$/.exec(to)?.[0] ?? '';
  const start = unit !== '' && from.endsWith(unit) ? from.slice(0, -unit.length) : from;
  return `${start} ${glyphs.to} ${to}`;
}

/** `26.3 %` of a fraction. */
export function percent(fraction: number): string {
  return `${fixed(100 * fraction, 1)} %`;
}

/**
 * Between two fractions: `23.9 - 26.3 %`. With a limit, as many decimals as it takes for the printed figure to be on
 * the same side of the limit as the figure itself: 33.34 % rather than 33.3 % for a limit of 33.333 %.
 */
export function percentRange(low: number, high: number | null, glyphs: Glyphs, limit?: Limit): string {
  if (high === null && low === 0) return 'not known';
  const ends = high === null ? [low] : [low, high];
  const decimals = limit === undefined ? 1 : Math.max(...ends.map((end) => decimalsBeside(limit, end)));
  const [from = '', to] = ends.map((end) => fixed(100 * end, decimals));
  if (to === undefined) return `${from} % or more`;
  if (from === to) return `${to} %`;
  return low === 0 ? `up to ${to} %` : `${from} ${glyphs.to} ${to} %`;
}

/** `<= 33.33 %`: the limit exactly as the methodology gives it. */
export function limitText(limit: Limit, glyphs: Glyphs): string {
  const sign = limit.comparison === '<' ? '<' : glyphs.atMost;
  return `${sign} ${multiply(100, limit.threshold)} %`;
}

/** `12,960`: a count. */
export function wholeNumber(value: number): string {
  return fixed(value, 0);
}

/** Three significant digits, and at least cents: 0.789, 12.35, 0.00042. */
export function perShare(value: number): string {
  if (value === 0) return '0';
  const leading = Math.floor(Math.log10(Math.abs(value)));
  return fixed(value, Math.max(2, 2 - leading));
}

/** Created once each: creating one takes far longer than using it. */
const FORMATS = new Map<number, Intl.NumberFormat>();

function fixed(value: number, decimals: number): string {
  let format = FORMATS.get(decimals);
  if (format === undefined) {
    format = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    FORMATS.set(decimals, format);
  }
  return format.format(value);
}
