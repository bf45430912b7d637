import { Decimal } from 'decimal.js';
import type { Movement } from '../objects/movement.ts';

/** Unlike an amount, a balance may be below zero. With 60 digits, every sum of them is exact. */
const Exact = Decimal.clone({ precision: 60, toExpNeg: -30, toExpPos: 60 });

/**
 * Whether a movement leads from a balance to the one that it names.
 * @example isBalanceAfter('10', { direction: 'out', amount: '12.5', balance: '-2.5' }) // true
 */
export function isBalanceAfter(
  before: string,
  { direction, amount, balance }: Pick<Movement, 'direction' | 'amount' | 'balance'>,
): boolean {
  const sign = direction === 'in' ? 1 : -1;
  return new Exact(amount).times(sign).plus(before).equals(balance);
}

/**
 * The balance less the other.
 * @example balanceLess('10', '-2.5') // '12.5'
 */
export function balanceLess(balance: string, other: string): string {
  return new Exact(balance).minus(other).toFixed();
}
