import { add, multiply } from '@common/base/exact';

/** Gold of this weight, of 24 carats, is the nisab: 20 dinars, as most say; some say 87.48 grams. */
export const NISAB_GRAMS = 85;

/** What is due of a year: a quarter of a tenth for a lunar one, and as much more for a solar one as it is longer. */
export const ZAKAT_RATES = { lunar: 0.025, solar: 0.02577 } as const;
export type ZakatYear = keyof typeof ZAKAT_RATES;

/** An amount between two ends, which are the same where it is known. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

interface Zakat {
  /** What counts, of all parts that are known. */
  readonly base: Span;
  readonly nisab: number;
  /** Whether all that counts reaches the nisab; `open` if that depends on what is not known. */
  readonly reaches: 'yes' | 'no' | 'open';
  /** Of the base; without an upper end where a part that is not known decides whether the nisab is reached. */
  readonly due: { readonly low: number; readonly high: number | null };
}

/**
 * The zakat of all parts together, in one currency. A part that is not known is null. `goldPrice` is of one gram.
 * INVARIANT: a part that is not known is in no sum, and never makes the answer "no" or bounds it.
 * @example zakatOf([{ low: 9_000, high: 9_000 }, { low: 1_000, high: 3_000 }], 100, 'lunar')
 *   // { base: { low: 10_000, high: 12_000 }, nisab: 8_500, reaches: 'yes', due: { low: 250, high: 300 } }
 * @example zakatOf([{ low: 8_000, high: 8_000 }, null], 100, 'lunar')
 *   // { base: { low: 8_000, high: 8_000 }, nisab: 8_500, reaches: 'open', due: { low: 0, high: null } }
 */
export function zakatOf(parts: readonly (Span | null)[], goldPrice: number, year: ZakatYear): Zakat {
  const known = parts.filter((part) => part !== null);
  const low = known.reduce((sum, part) => add(sum, part.low), 0);
  const high = known.reduce((sum, part) => add(sum, part.high), 0);
  const nisab = multiply(NISAB_GRAMS, goldPrice);
  const isAll = known.length === parts.length;
  const reaches = low >= nisab ? 'yes' : isAll && high < nisab ? 'no' : 'open';
  const rate = ZAKAT_RATES[year];
  return {
    base: { low, high },
    nisab,
    reaches,
    due: {
      low: reaches === 'yes' ? multiply(low, rate) : 0,
      high: reaches === 'no' ? 0 : reaches === 'open' && !isAll ? null : multiply(high, rate),
    },
  };
}
