import { fail, ok, type Result } from '@common/base/result';
import { Decimal } from 'decimal.js';

/**
 * Amounts as decimal strings in one spelling (the protocol's `Amount`): they are hashed, so `40.0` and `40.00` must
 * not be two payments. INVARIANT: never a float.
 */
const WRITTEN = /^(0|[1-9]\d{0,17})(?:\.(\d{1,4}))?$/;
const CANONICAL = /^(0|[1-9]\d{0,17})(\.\d{0,3}[1-9])?$/;

/** Sums of amounts have only a few digits more than an amount; with 60, every one of them is exact. */
const Exact = Decimal.clone({ precision: 60 });

/** `40.00` becomes `40`. At most 18 digits and 4 decimals, more than zero, no sign, exponent or leading zeros. */
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

/** ISO 4217: the decimals of currencies that do not have two. */
const DECIMALS: Readonly<Record<string, number>> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, VND: 0 },
  ...{ VUV: 0, XAF: 0, XOF: 0, XPF: 0, BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3 },
};

/** How many decimals an amount of this currency may have. */
export function decimalsOf(currency: string): number {
  return (Object.hasOwn(DECIMALS, currency) ? DECIMALS[currency] : undefined) ?? 2;
}

/** True for an amount in its one spelling; zero is one, as the sum of nothing. */
export function isCanonicalAmount(value: unknown): value is string {
  return typeof value === 'string' && CANONICAL.test(value);
}

/** Both in canonical spelling, or sums of such. */
export function compareAmounts(a: string, b: string): -1 | 0 | 1 {
  const sign = new Exact(a).comparedTo(b);
  return sign === 0 ? 0 : sign < 0 ? -1 : 1;
}

/** The exact sum, in canonical spelling; it may have more digits than an amount may. */
export function addAmounts(a: string, b: string): string {
  return new Exact(a).plus(b).toFixed();
}

/** What is left after a reservation is given back. Giving back more than there is is a bug. */
export function subtractAmounts(a: string, b: string): string {
  const left = new Exact(a).minus(b);
  if (left.isNegative() && !left.isZero()) throw new Error(`${b} is more than the ${a} that is there`);
  return left.toFixed();
}
