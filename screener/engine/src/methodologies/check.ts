import { compareProducts } from '@common/base/exact';
import type { Amount, Basis } from '../amounts/amount.ts';
import type { ComputedNumber } from '../amounts/expression.ts';
import { choice } from '../schema-parts.ts';
import type { Methodology, RatioCheck } from './methodology.ts';

const STATUSES = ['pass', 'fail', 'unknown'] as const;
export type CheckStatus = (typeof STATUSES)[number];
export const status = (description: string) =>
  choice(STATUSES, `${description}; unknown: what is known leaves both open, which is not a pass`);

/** One ratio compared with its limit. `low` and `high` are fractions; `high` is null where nothing bounds it. */
export interface CheckResult {
  readonly check: RatioCheck;
  readonly status: CheckStatus;
  readonly low: number;
  readonly high: number | null;
  readonly basis: Basis;
}

export interface MethodologyResult {
  readonly methodology: Methodology;
  /** What it says on business and ratios together. */
  readonly status: CheckStatus;
  /** What it says on the ratios alone: the verdict asks for the business itself (ADR 0013). */
  readonly ratios: CheckStatus;
  /** Labels of the prohibited lines of business for which it excludes the company. */
  readonly excludes: readonly string[];
  readonly checks: readonly CheckResult[];
}

/**
 * Compares an interval ratio with a limit: an interval wholly inside passes, one wholly outside fails, and
 * any other is unknown. A denominator that is missing, not exact or not positive leaves the ratio without an
 * upper end.
 */
export function evaluateCheck(check: RatioCheck, numerator: Amount, denominator: Amount): CheckResult {
  const divisor =
    denominator.high !== null && denominator.high.value === denominator.low.value ? denominator.low.value : 0;
  if (divisor <= 0) return { check, status: 'unknown', low: 0, high: null, basis: 'unknown' };
  const inside = ({ value, factors = [value] }: ComputedNumber): boolean => {
    const sign = compareProducts(factors, [check.threshold, divisor]);
    return check.comparison === '<' ? sign < 0 : sign <= 0;
  };
  const { low, high } = numerator;
  const status = high !== null && inside(high) ? 'pass' : inside(low) ? 'unknown' : 'fail';
  return {
    check,
    status,
    low: low.value / divisor,
    high: high === null ? null : high.value / divisor,
    basis: weaker(numerator.basis, denominator.basis),
  };
}

/**
 * Fail outranks unknown, and unknown outranks pass: one failed check fails the methodology, whatever else is
 * missing.
 */
export function combine(statuses: readonly CheckStatus[]): CheckStatus {
  if (statuses.includes('fail')) return 'fail';
  return statuses.includes('unknown') ? 'unknown' : 'pass';
}

function weaker(a: Basis, b: Basis): Basis {
  const order: readonly Basis[] = ['reported', 'derived', 'bounded', 'unknown'];
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}
