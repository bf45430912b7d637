import { Decimal } from 'decimal.js';

/**
 * Arithmetic on the numbers in filings and in answers. A number means the shortest decimal that prints as it,
 * which is what a reader of the JSON sees. Each operation is exact on those decimals and rounds once, so that
 * a sum of cents carries no binary residue and a reader can redo a comparison by hand.
 */
const Exact = Decimal.clone({ precision: 60, toExpNeg: -30, toExpPos: 40 });
const CENTS = 100;
/** Of decimals with this many digits no two are the same number. */
const MOST_CENTS = 1e15;

/**
 * The exact sum, rounded once.
 * @example add(0.1, 0.2) // 0.3
 */
export function add(a: number, b: number): number {
  const fast = a + b;
  if (Number.isSafeInteger(fast) && Number.isInteger(a) && Number.isInteger(b)) return fast;
  if (!Number.isFinite(fast)) return fast;
  const cents = centsOf(a) + centsOf(b);
  return Number.isNaN(cents) ? new Exact(a).plus(b).toNumber() : cents / CENTS;
}

/**
 * The hundredths of a number that has no smaller part, NaN of any other. A fund's sums have tens of thousands of such
 * terms, and a decimal object for each takes most of their time and memory.
 */
function centsOf(value: number): number {
  const cents = Math.round(value * CENTS);
  return Math.abs(cents) <= MOST_CENTS && cents / CENTS === value ? cents : Number.NaN;
}

/**
 * The exact difference, rounded once.
 * @example subtract(0.3, 0.1) // 0.2
 */
export function subtract(a: number, b: number): number {
  return add(a, -b);
}

/**
 * The exact product, rounded once.
 * @example multiply(1.1, 1.1) // 1.21
 */
export function multiply(a: number, b: number): number {
  const fast = a * b;
  if (!Number.isFinite(fast) || (Number.isSafeInteger(fast) && Number.isInteger(a) && Number.isInteger(b))) {
    return fast;
  }
  return new Exact(a).times(b).toNumber();
}

/**
 * The product of `factors` divided by the product of `divisors`, which are not zero, rounded once.
 * @example quotient([0.3], [0.1]) // 3
 * @example quotient([1], [1.5, 2]) // 0.3333333333333333
 */
export function quotient(factors: readonly number[], divisors: readonly number[]): number {
  return productOf(factors).dividedBy(productOf(divisors)).toNumber();
}

/**
 * Sign of `numerator / denominator - limit`, decided without rounding. `denominator` is positive and finite.
 * @example compareQuotient(3.3, 3, 1.1) // 0
 * @example compareQuotient(Infinity, 1, 0.3) // 1
 */
export function compareQuotient(numerator: number, denominator: number, limit: number): -1 | 0 | 1 {
  return compareProducts([numerator], [limit, denominator]);
}

/**
 * Sign of the product of `left` minus that of `right`, decided without rounding. Factors of `right` are finite.
 * @example compareProducts([3, 0.1], [0.3]) // 0
 * @example compareProducts([1e15, 1.0000000000000002], [1e15]) // 1
 */
export function compareProducts(left: readonly number[], right: readonly number[]): -1 | 0 | 1 {
  if (left.includes(Number.POSITIVE_INFINITY)) return 1;
  const sign = productOf(left).comparedTo(productOf(right));
  return sign === 0 ? 0 : sign < 0 ? -1 : 1;
}

/**
 * The product of `factors` divided by `divisor`, which is positive, rounded up to `places` decimals and
 * written with all of them: `78.91`. Factors may be decimals as people type them.
 * @example quotientUp(['10'], 3, 2) // '3.34'
 * @example quotientUp([40], 2, 2) // '20.00'
 */
export function quotientUp(factors: readonly (number | string)[], divisor: number, places: number): string {
  const product = factors.reduce<Decimal>((total, factor) => total.times(factor), new Exact(1));
  return product.dividedBy(divisor).toDecimalPlaces(places, Decimal.ROUND_UP).toFixed(places);
}

/**
 * The least number of cents that is at least the product of `factors` divided by the product of `divisors`, which are
 * positive; more than it where `isStrict`.
 * @example leastCents([10], [3], false) // 334
 * @example leastCents([1, 3], [2], true) // 151
 */
export function leastCents(
  factors: readonly number[],
  divisors: readonly number[],
  isStrict: boolean,
): number {
  const sought = productOf(factors).times(CENTS);
  const divisor = productOf(divisors);
  const cents = sought.dividedBy(divisor).toDecimalPlaces(0, Decimal.ROUND_UP);
  return (isStrict && cents.times(divisor).equals(sought) ? cents.plus(1) : cents).toNumber();
}

/**
 * The greatest whole number that is at most the product of `factors` divided by the product of `divisors`, which are
 * positive; less than it where `isStrict`.
 * @example mostWhole([0.33333, 100], [0.01], false) // 3333
 * @example mostWhole([0.33, 100], [0.01], true) // 3299
 * @example mostWhole([10], [3], true) // 3
 */
export function mostWhole(
  factors: readonly number[],
  divisors: readonly number[],
  isStrict: boolean,
): number {
  const sought = productOf(factors);
  const divisor = productOf(divisors);
  const whole = sought.dividedBy(divisor).toDecimalPlaces(0, Decimal.ROUND_DOWN);
  return (isStrict && whole.times(divisor).equals(sought) ? whole.minus(1) : whole).toNumber();
}

function productOf(factors: readonly number[]): Decimal {
  return factors.reduce<Decimal>((total, factor) => total.times(factor), new Exact(1));
}
