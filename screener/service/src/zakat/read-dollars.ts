import { decimalSignOf, typedNumber } from '@screener/sources/holdings/typed-number';

/** More dollars than anybody has, or gold costs. */
export const MOST_DOLLARS = 1e12;

/**
 * Returns an amount in US dollars as people type it; null for anything else, and for less than nothing.
 * @example readDollars('$3,710.50') // 3710.5
 * @example readDollars('115,20') // 115.2
 * @example readDollars('115 EUR') // null
 */
export function readDollars(text: string): number | null {
  const typed = typedNumber(text, decimalSignOf([text]));
  if (typed === null || (typed.currency !== null && typed.currency !== 'USD')) return null;
  const amount = Number(typed.number);
  return amount >= 0 && amount <= MOST_DOLLARS ? amount : null;
}
