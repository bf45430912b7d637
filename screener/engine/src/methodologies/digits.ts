import { multiply } from '@common/base/exact';
import type { RatioCheck } from './methodology.ts';

/** On which side of its limit a ratio lies. */
export type Limit = Pick<RatioCheck, 'threshold' | 'comparison'>;

/** Significant digits of a quotient in an answer (ADR 0009). */
const DIGITS = 6;
/** As many digits as distinguish any two doubles. */
const ALL_DIGITS = 17;
/** The most decimals of a percentage in a sentence. */
const MOST_DECIMALS = 6;

/**
 * A quotient as answers give it: six significant digits. Decisions are never made on it.
 * @example rounded(0.123456789) // 0.123457
 */
export function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

/** The same, with as many more digits as it takes to stay on the quotient's own side of the limit. */
export function roundedBeside(limit: Limit, value: number): number {
  const inside = isInside(limit, value);
  for (let digits = DIGITS; digits < ALL_DIGITS; digits += 1) {
    const candidate = Number(value.toPrecision(digits));
    if (isInside(limit, candidate) === inside) return candidate;
  }
  return value;
}

/**
 * Decimals of a percentage, at least one, with which the printed figure is on the same side of the limit as the figure
 * itself: 33.34 % rather than 33.3 % for a limit of 33.333 %.
 * @example decimalsBeside({ threshold: 0.33333, comparison: '<' }, 0.3334) // 2
 */
export function decimalsBeside(limit: Limit, fraction: number): number {
  for (let decimals = 1; decimals < MOST_DECIMALS; decimals += 1) {
    const printed = multiply(0.01, Number((100 * fraction).toFixed(decimals)));
    if (isInside(limit, printed) === isInside(limit, fraction)) return decimals;
  }
  return MOST_DECIMALS;
}

function isInside({ threshold, comparison }: Limit, value: number): boolean {
  return comparison === '<' ? value < threshold : value <= threshold;
}
