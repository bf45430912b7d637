import type { CalendarDate } from '@common/base/calendar';
import { lastFinishedSession, nextTradingDay, previousTradingDay } from '../trading-days.ts';

/**
 * By these names a listing is dated: large, traded all day, priced high enough that two sessions rarely close alike,
 * and all on Nasdaq, so that one of the three files is enough.
 */
export const DATING_NAMES: readonly string[] = [
  ...['AAPL', 'AMD', 'AMZN', 'COST', 'CSCO', 'GOOGL', 'INTC', 'INTU', 'ISRG', 'MRVL'],
  ...['MSFT', 'NVDA', 'TSLA', 'ADBE', 'AMGN', 'AVGO', 'META', 'MU', 'NFLX', 'QCOM'],
];
/** Of the names: with fewer that agree, nothing is decided. */
const DECIDING_PART = 0.6;
/** Closes are whole cents; their differences are not exact. */
const SAME_PRICE_DOLLARS = 0.0051;

/** What a listing says of the dating names. */
export interface DatingPrices {
  readonly last: Readonly<Record<string, number>>;
  /** The closes of the session before; empty for closes that come from elsewhere. */
  readonly previous: Readonly<Record<string, number>>;
}

/** Prices, and the sessions that they may be of: one session where both dates are equal. */
export interface DatedPrices {
  readonly prices: DatingPrices;
  readonly earliest: CalendarDate;
  readonly latest: CalendarDate;
}

/**
 * `same`: the same session as before, to be replaced. `next`: the session after it, which confirms it. `later`: at
 * least one session lies between.
 */
type ListingStep =
  | {
      readonly kind: 'same' | 'next' | 'later';
      readonly earliest: CalendarDate;
      readonly latest: CalendarDate;
    }
  | { readonly kind: 'refused' };

/**
 * Dates a listing by the one before it; never by the day on which it was made, which was wrong for one listing in
 * seven. Its `previous` prices say which session it follows:
 *
 * 1. equal to the earlier listing's `previous`: the same session;
 * 2. equal to the earlier listing's last sales: the session after it;
 * 3. neither: one or more sessions were left out. A listing is made on the evening of its session or a day late, so
 *    that two sessions remain, often only one.
 *
 * It never passes the last session that had ended when it was made. What fits no session (prices from the middle of
 * one, a listing older than the earlier one) is refused.
 */
export function dateListing(earlier: DatedPrices, prices: DatingPrices, madeAtMs: number): ListingStep {
  const finished = lastFinishedSession(madeAtMs);
  const isAnchor = Object.keys(earlier.prices.previous).length === 0;
  const repeats = isAnchor
    ? agree(prices.last, earlier.prices.last)
    : agree(prices.previous, earlier.prices.previous);
  if (repeats) return within('same', earlier.earliest, earlier.latest, finished);
  if (agree(prices.previous, earlier.prices.last)) {
    return within('next', nextTradingDay(earlier.earliest), nextTradingDay(earlier.latest), finished);
  }
  return within('later', nextTradingDay(nextTradingDay(earlier.earliest)), finished, finished);
}

/** Of an undecided range, what is more than one session late is left out. */
function within(
  kind: 'same' | 'next' | 'later',
  from: CalendarDate,
  to: CalendarDate,
  finished: CalendarDate,
): ListingStep {
  const latest = to < finished ? to : finished;
  const dayLate = previousTradingDay(finished);
  const earliest = from < latest && from < dayLate ? dayLate : from;
  return earliest > latest ? { kind: 'refused' } : { kind, earliest, latest };
}

/** Whether enough of the names have one price in both. */
function agree(a: DatingPrices['last'], b: DatingPrices['last']): boolean {
  const equal = DATING_NAMES.filter((name) => {
    const [first, second] = [a[name], b[name]];
    return first !== undefined && second !== undefined && isSamePrice(first, second);
  });
  return equal.length >= DECIDING_PART * DATING_NAMES.length;
}

export function isSamePrice(a: number, b: number): boolean {
  return Math.abs(a - b) < SAME_PRICE_DOLLARS;
}
