import { addDays, addMonths, type CalendarDate } from '@common/base/calendar';
import { RATE_SOURCES, type RateSourceId } from './rate-sources.ts';
import { lastTargetDay } from './target-days.ts';

/** The published rates of one currency by one source. */
export interface RateSeries {
  readonly currency: string;
  readonly source: RateSourceId;
  /**
   * Units of the currency for one unit of the source's base, ordered by date. A daily rate has its own day, a monthly
   * average the first day of its month.
   */
  readonly rates: readonly (readonly [date: CalendarDate, value: number])[];
}

/** One rate as it was published. */
export interface PublishedRate {
  readonly currency: string;
  readonly source: RateSourceId;
  readonly value: number;
  /** The first day of the month for a monthly average; null for a daily rate. */
  readonly start: CalendarDate | null;
  /** The day of a daily rate, or the last day of the month. */
  readonly end: CalendarDate;
}

/** No rate is published on weekends and holidays: the last one before them holds. None of them last longer than this. */
export const RATE_AGE_LIMIT_DAYS = 7;

/**
 * The daily rates of the currencies on `date`, or on the last day before it on which rates are published; null if one is
 * missing.
 *
 * INVARIANT: a rate that is missing is not replaced by that of another day, which might flatter the company.
 */
export function dailyRatesAt(
  series: readonly RateSeries[],
  currencies: readonly string[],
  date: CalendarDate,
): readonly PublishedRate[] | null {
  const day = lastTargetDay(date);
  const rates = currencies.map((currency) => rateOn(series, currency, 'ecb', day));
  return rates.every((rate) => rate !== null) ? rates : null;
}

/**
 * The monthly average of the month of `date`. An average is known only after its month: before that, at `asOf`, there
 * is none.
 */
export function monthlyRateAt(
  series: readonly RateSeries[],
  currency: string,
  date: CalendarDate,
  asOf: CalendarDate,
): PublishedRate | null {
  const rate = rateOn(series, currency, 'fed', `${date.slice(0, 7)}-01`);
  return rate === null || rate.end > asOf ? null : rate;
}

function rateOn(
  series: readonly RateSeries[],
  currency: string,
  source: RateSourceId,
  date: CalendarDate,
): PublishedRate | null {
  const rates = series.find((one) => one.currency === currency && one.source === source)?.rates ?? [];
  const [start, value] = rates[firstFrom(rates, date)] ?? [];
  if (start !== date || value === undefined || value <= 0) return null;
  return RATE_SOURCES[source].kind === 'daily'
    ? { currency, source, value, start: null, end: date }
    : { currency, source, value, start, end: addDays(addMonths(start, 1), -1) };
}

/** The index of the first rate on or after `date`. */
function firstFrom(rates: RateSeries['rates'], date: CalendarDate): number {
  let [low, high] = [0, rates.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rates[middle]?.[0] ?? '') < date) low = middle + 1;
    else high = middle;
  }
  return low;
}
