import { fail, ok, type Result } from '@common/base/result';
import { Decimal } from 'decimal.js';

/**
 * Amounts are decimal strings in one spelling (the protocol's `Amount`), because they are hashed: `40.0` and
 * `40.00` must not be two payments. INVARIANT: an amount is never a float.
 */
const WRITTEN = /^(0|[1-9]\d{0,17})(?:\.(\d{1,4}))?$/;
const CANONICAL = /^(0|[1-9]\d{0,17})(\.\d{0,3}[1-9])?$/;

const LIMIT = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/;

/** Sums of amounts have only a few digits more than an amount; with 60, every one of them is exact. */
const Exact = Decimal.clone({ precision: 60 });

/**
 * `40.00` becomes `40`. At most 18 digits and 4 decimals, more than zero, no sign, exponent or leading zeros.
 * @example normaliseAmount('40.00') // ok('40')
 * @example normaliseAmount('0.00') // fail('amount_invalid', 'must be more than zero')
 */
export function normaliseAmount(text: string): Result<string, 'amount_invalid'> {
  const parts = WRITTEN.exec(text);
  if (parts === null) {
    return fail(
      'amount_invalid',
      'must be a decimal string such as 40 or 40.5: at most 18 digits and 4 decimals, no sign, no leading zeros',
    );
  }
  const [, whole = '0', decimals = ''] = parts;
  const kept = decimals.replace(/0+$/, '');
  if (whole === '0' && kept === '') return fail('amount_invalid', 'must be more than zero');
  return ok(kept === '' ? whole : `${whole}.${kept}`);
}

/**
 * True for an amount in its one spelling; zero is one, as the sum of nothing.
 * @example isCanonicalAmount('40.0') // false
 * @example isCanonicalAmount('0') // true
 */
export function isCanonicalAmount(value: unknown): value is string {
  return typeof value === 'string' && CANONICAL.test(value);
}

/** True for a valid limit in a mandate or profile (the protocol's `SignedAmount`), which is read by value. */
export function isLimit(value: unknown): value is string {
  return typeof value === 'string' && LIMIT.test(value);
}

/**
 * Compares two amounts, limits, or sums of such.
 * @example compareAmounts('40', '40.00') // 0
 * @example compareAmounts('9', '10') // -1
 */
export function compareAmounts(a: string, b: string): -1 | 0 | 1 {
  const sign = new Exact(a).comparedTo(b);
  return sign === 0 ? 0 : sign < 0 ? -1 : 1;
}

/**
 * The exact sum, in canonical spelling; it may have more digits than an amount may.
 * @example addAmounts('0.1', '0.2') // '0.3'
 */
export function addAmounts(a: string, b: string): string {
  return new Exact(a).plus(b).toFixed();
}

/**
 * The rest after a reservation is given back. Giving back more than exists is a bug.
 * @example subtractAmounts('40', '39.50') // '0.5'
 */
export function subtractAmounts(a: string, b: string): string {
  const left = new Exact(a).minus(b);
  if (left.isNegative() && !left.isZero()) throw new Error(`${b} is more than the ${a} that is there`);
  return left.toFixed();
}

/**
 * Whether a part is at least four fifths of a whole: from then on a limit counts as nearly used.
 * @example isFourFifths('39.99', '50') // false
 * @example isFourFifths('40', '50.00') // true
 */
export function isFourFifths(part: string, whole: string): boolean {
  return new Exact(part).times(5).comparedTo(new Exact(whole).times(4)) >= 0;
}
