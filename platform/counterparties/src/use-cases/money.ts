import { Decimal } from 'decimal.js';

/** Amounts have at most 18 digits and 4 decimals, so sums of any number of them stay exact. */
const Money = Decimal.clone({ precision: 60, toExpNeg: -30, toExpPos: 60 });

/** Returns the sum of two decimal strings, without superfluous zeros. */
export function plus(a: string, b: string): string {
  return new Money(a).plus(b).toFixed();
}

export function minus(a: string, b: string): string {
  return new Money(a).minus(b).toFixed();
}

export function isNegative(amount: string): boolean {
  return new Money(amount).lessThan(0);
}

export function isZero(amount: string): boolean {
  return new Money(amount).isZero();
}

/** Returns `a / b` to six decimals. */
export function quotient(a: string, b: string): string {
  return new Money(a).dividedBy(b).toDecimalPlaces(6).toFixed();
}
