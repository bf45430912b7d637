import { readAmount } from './read-amount.ts';

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/;
/** So many that a single point before three digits is no mark of thousands: nobody is asked which was meant. */
const MOST_DECIMALS = 4;

/**
 * An amount in the one spelling that is signed, of what a person typed; the text itself where it is none.
 * @example plainAmount('$7,400.00', 'USD') // '7400'
 */
export function plainAmount(typed: string, currency = ''): string {
  const read = readAmount(typed, { currency, decimals: MOST_DECIMALS });
  if (read.kind === 'amount') return read.amount;
  const text = typed.trim();
  return GROUPED.test(text) ? text.replaceAll(',', '') : text;
}
