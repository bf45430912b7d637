import { add, multiply } from '@common/base/exact';

/** Gold of this weight is the nisab: 20 dinars, as most say; some say 87.48 grams. */
export const NISAB_GRAMS = 85;

/** What is due of a year: a quarter of a tenth for a lunar one, and as much more for a solar one as it is longer. */
export const ZAKAT_RATES = { lunar: 0.025, solar: 0.02577 } as const;
export type ZakatYear = keyof typeof ZAKAT_RATES;

/** An amount that is known as an interval; `high` is null if nothing bounds it. */
export interface Span {
  readonly low: number;
  readonly high: number | null;
}

export interface Zakat {
  /** All that counts. */
  readonly base: Span;
  readonly nisab: number;
  /** Whether the base reaches the nisab; `open` if that depends on what is not known. */
  readonly reaches: 'yes' | 'no' | 'open';
  readonly due: Span;
}

/**
 * The zakat of all parts together, in one currency. `goldPrice` is of one gram.
 * @example zakatOf([{ low: 9_000, high: 9_000 }, { low: 1_000, high: 3_000 }], 100, 'lunar')
 *   // { base: { low: 10_000, high: 12_000 }, nisab: 8_500, reaches: 'yes', due: { low: 250, high: 300 } }
 * @example zakatOf([{ low: 8_000, high: 9_000 }], 100, 'lunar')
 *   // { base: { low: 8_000, high: 9_000 }, nisab: 8_500, reaches: 'open', due: { low: 0, high: 225 } }
 */
export function zakatOf(parts: readonly Span[], goldPrice: number, year: ZakatYear): Zakat {
  const low = parts.reduce((sum, part) => add(sum, part.low), 0);
  const high = parts.reduce<number | null>(
    (sum, part) => (sum === null || part.high === null ? null : add(sum, part.high)),
    0,
  );
  const nisab = multiply(NISAB_GRAMS, goldPrice);
  const reaches = low >= nisab ? 'yes' : high !== null && high < nisab ? 'no' : 'open';
  const rate = ZAKAT_RATES[year];
  return {
    base: { low, high },
    nisab,
    reaches,
    due: {
      low: reaches === 'yes' ? multiply(low, rate) : 0,
      high: reaches === 'no' ? 0 : high === null ? null : multiply(high, rate),
    },
  };
}
