import type { CalendarDate } from '@common/base/calendar';
import { add, multiply, quotient, subtract } from '@common/base/exact';
import type { Amount, Basis } from '../amounts/amount.ts';
import type { ComputedNumber } from '../amounts/expression.ts';
import { MONTHLY_AVERAGE_WIDTH } from './monthly-average.ts';
import { dailyRatesAt, monthlyRateAt, type PublishedRate, type RateSeries } from './rate-series.ts';
import { RATE_SOURCES } from './rate-sources.ts';

/** The id of the assumption that a day's rate is near the average of its month. */
export const MONTHLY_AVERAGE_RULE = 'monthly_average_rate';

/** A published rate, with the id by which the factors name it. */
export interface UsedRate extends PublishedRate {
  readonly id: string;
}

/** A quotient of products. A string is the id of a rate, a number a constant of a named rule. */
export interface Factor {
  readonly value: number;
  readonly times: readonly (string | number)[];
  readonly over: readonly (string | number)[];
}

/** How amounts of a report are put into the currency of the price (ADR 0012). */
export interface Translation {
  readonly from: string;
  readonly to: string;
  /** The day whose rate counts: that of the balances. */
  readonly date: CalendarDate;
  /** The least and the most that one unit of `from` was in `to`; equal for daily rates. */
  readonly low: Factor;
  readonly high: Factor;
  readonly rates: readonly UsedRate[];
  readonly rule: typeof MONTHLY_AVERAGE_RULE | null;
}

interface TranslationRequest {
  readonly from: string;
  readonly to: string;
  /** The day of the balances. */
  readonly date: CalendarDate;
  /** No rate that was published later is used. */
  readonly asOf: CalendarDate;
}

/**
 * The official reference rate between two currencies on a day: the ECB's of that day where it quotes both, else the
 * Federal Reserve's average of the month as an interval that holds every day of it. Null where neither is known.
 */
export function translationAt(
  series: readonly RateSeries[],
  { from, to, date, asOf }: TranslationRequest,
): Translation | null {
  const daily = dailyRatesAt(series, [from, to].filter(isQuotedByEcb), date);
  if (daily !== null) return translation({ from, to, date }, daily, null);
  const monthly = monthlyRateAt(series, from, date, asOf);
  if (monthly === null) return null;
  // The average is in dollars; another price needs the daily rates between the dollar and it.
  const { base } = RATE_SOURCES.fed;
  const rest = to === base ? [] : dailyRatesAt(series, [base, to].filter(isQuotedByEcb), date);
  return rest === null ? null : translation({ from, to, date }, rest, monthly);
}

function isQuotedByEcb(currency: string): boolean {
  return currency !== RATE_SOURCES.ecb.base;
}

function translation(
  request: Omit<TranslationRequest, 'asOf'>,
  daily: readonly PublishedRate[],
  monthly: PublishedRate | null,
): Translation {
  const rates = [...(monthly === null ? [] : [monthly]), ...daily].map((rate, index) => ({
    ...rate,
    id: `x${index + 1}`,
  }));
  const quoteOf = (currency: string) =>
    rates.filter((rate) => rate.currency === currency && rate.source === 'ecb').map(({ id }) => id);
  const average = monthly === null ? [] : rates.slice(0, 1).map(({ id }) => id);
  const start = monthly === null ? request.from : RATE_SOURCES.fed.base;
  const isSame = start === request.to;
  const times = isSame ? [] : quoteOf(request.to);
  const over = [...average, ...(isSame ? [] : quoteOf(start))];
  const rateOf = (id: string) => rates.find((rate) => rate.id === id)?.value ?? Number.NaN;
  const factor = (widths: readonly number[]): Factor => {
    const divisors = [...widths, ...over];
    return { value: factorValue(times, divisors, rateOf), times, over: divisors };
  };
  return {
    ...request,
    low: factor(monthly === null ? [] : [add(1, MONTHLY_AVERAGE_WIDTH)]),
    high: factor(monthly === null ? [] : [subtract(1, MONTHLY_AVERAGE_WIDTH)]),
    rates,
    rule: monthly === null ? null : MONTHLY_AVERAGE_RULE,
  };
}

/** The value of a factor, with each id read through `rateOf`. Rounds once. */
function factorValue(times: Factor['times'], over: Factor['over'], rateOf: (id: string) => number): number {
  const toNumber = (term: string | number) => (typeof term === 'number' ? term : rateOf(term));
  return quotient(times.map(toNumber), over.map(toNumber));
}

/**
 * An amount in the currency of the price. Its ends say how they were computed before the translation.
 *
 * INVARIANT: a wider amount, or a wider rate, gives a wider amount.
 */
export function translated(
  amount: Amount,
  { low, high, rule }: Pick<Translation, 'low' | 'high' | 'rule'>,
): Amount {
  return {
    low: times(amount.low, low),
    high: amount.high === null ? null : times(amount.high, high),
    rules: rule === null ? amount.rules : [...amount.rules, rule],
    basis: weaker(amount.basis, rule === null ? 'derived' : 'bounded'),
  };
}

function times({ value, from }: ComputedNumber, { value: rate }: Factor): ComputedNumber {
  return { value: multiply(value, rate), from, factors: [value, rate] };
}

function weaker(a: Basis, b: Basis): Basis {
  const order: readonly Basis[] = ['reported', 'derived', 'bounded', 'unknown'];
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}
