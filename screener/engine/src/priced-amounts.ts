import { type Amount, UNKNOWN } from './amounts/amount.ts';
import type { PricedAmounts, ScreenedAmounts } from './findings.ts';
import type { Denominator, Numerator } from './methodologies/methodology.ts';
import { type Translation, translated } from './rates/translation.ts';

/** What a capitalisation may divide: balances of one day, so that one rate puts all of them into its currency. */
const BALANCES: readonly (keyof PricedAmounts)[] = [
  'debt',
  'cash',
  'cash_and_current_securities',
  'cash_and_all_securities',
  'receivables',
  'receivables_and_cash',
];

/** Null if the report is in the currency of the price. */
export function pricedAmounts(
  amounts: Omit<ScreenedAmounts, 'market_cap'>,
  translation: Translation | null,
): PricedAmounts | null {
  if (translation === null) return null;
  const entries = BALANCES.map((name) => [name, translated(amounts[name], translation)]);
  return Object.fromEntries(entries) as PricedAmounts;
}

/**
 * The numerator of a ratio in the currency of its denominator. A flow has no single day and so no rate: over a
 * capitalisation in another currency it is unknown.
 */
export function numeratorOf(
  { numerator, denominator }: { readonly numerator: Numerator; readonly denominator: Denominator },
  { amounts, priced }: { readonly amounts: ScreenedAmounts; readonly priced: PricedAmounts | null },
): Amount {
  if (denominator !== 'market_cap' || priced === null) return amounts[numerator];
  return numerator === 'interest_income' ? UNKNOWN : priced[numerator];
}
