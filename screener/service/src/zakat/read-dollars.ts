import { decimalSignOf, typedNumber } from '@screener/sources/holdings/typed-number';

/** More dollars than anybody has, or gold costs. */
export const MOST_DOLLARS = 1e12;

/** The least that gold costs. */
export const LEAST_GOLD_PRICE = 0.01;
/** A thousand and more to one reader, and less than a thousand to another. */
const AMBIGUOUS = /^\D*[1-9]\d{0,2}\.\d{3}\D*$/;

/**
 * Returns an amount in US dollars as people type it; null for anything else, for less than nothing, and for
 * what can be read in two ways.
 * @example readDollars('$3,710.50') // 3710.5
 * @example readDollars('115,20') // 115.2
 * @example readDollars('115 EUR') // null
 * @example readDollars('3.710') // null
 */
export function readDollars(text: string): number | null {
  if (AMBIGUOUS.test(text.trim())) return null;
  const typed = typedNumber(text, decimalSignOf([text]));
  if (typed === null || (typed.currency !== null && typed.currency !== 'USD')) return null;
  const amount = Number(typed.number);
  return amount >= 0 && amount <= MOST_DOLLARS ? amount : null;
}

/** The same for a price of gold. */
export function readGoldPrice(text: string): number | null {
  const price = readDollars(text);
  return price === null || price < LEAST_GOLD_PRICE ? null : price;
}
