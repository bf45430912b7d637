import type { CalendarDate } from '@common/base/calendar';
import { lastFinishedSession, mayBeMidSession, nextTradingDay, previousTradingDay } from '../trading-days.ts';

/**
 * These names date a listing: large, traded all day, priced high enough that two sessions rarely close alike,
 * and all on Nasdaq, so that one of the three files is enough.
 */
export const DATING_NAMES: readonly string[] = [
  ...['AAPL', 'AMD', 'AMZN', 'COST', 'CSCO', 'GOOGL', 'INTC', 'INTU', 'ISRG', 'MRVL'],
  ...['MSFT', 'NVDA', 'TSLA', 'ADBE', 'AMGN', 'AVGO', 'META', 'MU', 'NFLX', 'QCOM'],
];
/** How many of the names must agree for a decision. */
const DECIDING_PART = 0.6;
/** Closes are whole cents; their differences are not exact. */
const SAME_PRICE_DOLLARS = 0.0051;

/** A listing's prices of the dating names. */
export interface DatingPrices {
  readonly last: Readonly<Record<string, number>>;
  /** The closes of the session before; empty for closes that come from elsewhere. */
  readonly previous: Readonly<Record<string, number>>;
}

/** Prices, and the possible sessions: one session if both dates are equal. */
export interface DatedPrices {
  readonly prices: DatingPrices;
  readonly earliest: CalendarDate;
  readonly latest: CalendarDate;
}

/**
 * `same`: the same session as before, to be replaced. `next`: the session after it, which confirms it. `later`: at
 * least one session lies between. `doubtful`: the same session with other prices, so that the earlier date is in doubt.
 */
type ListingStep =
  | {
      readonly kind: StepKind;
      readonly earliest: CalendarDate;
      readonly latest: CalendarDate;
    }
  | { readonly kind: 'refused' };
type StepKind = 'same' | 'next' | 'later' | 'doubtful';

/**
 * Dates a listing by the one before it; never by the day on which it was made, which was wrong for one
 * listing in seven. Its `previous` prices say which session it follows:
 *
 * 1. equal to the earlier listing's `previous`: the same session. If its last sales differ all the same, one
 * of the
 *     two is no close but from the middle of a session, and the earlier date may be a session too early;
 * 2. equal to the earlier listing's last sales: the session after it;
 * 3. neither: one or more sessions were left out. A listing is made on the evening of its session or a day
 * late, so
 *     that two sessions remain, often only one.
 *
 * It never passes the last session that had ended when it was made, and is never more than one session behind
 * it: a chain of dates that says so has gone wrong, and is not carried on. It refuses a listing that fits no
 * session (one older than the earlier one), and one made while a session may be open, whose prices are not
 * closes.
 */
export function dateListing(earlier: DatedPrices, prices: DatingPrices, madeAtMs: number): ListingStep {
  if (mayBeMidSession(madeAtMs)) return { kind: 'refused' };
  const finished = lastFinishedSession(madeAtMs);
  const isAnchor = Object.keys(earlier.prices.previous).length === 0;
  const repeats = isAnchor
    ? agree(prices.last, earlier.prices.last)
    : agree(prices.previous, earlier.prices.previous);
  if (repeats) {
    return agree(prices.last, earlier.prices.last)
      ? within('same', earlier.earliest, earlier.latest, finished)
      : within('doubtful', earlier.earliest, nextTradingDay(earlier.latest), finished);
  }
  if (agree(prices.previous, earlier.prices.last)) {
    return within('next', nextTradingDay(earlier.earliest), nextTradingDay(earlier.latest), finished);
  }
  return within('later', nextTradingDay(nextTradingDay(earlier.earliest)), finished, finished);
}

/** Drops sessions that are more than one behind; if none is left, refuses the listing. */
function within(kind: StepKind, from: CalendarDate, to: CalendarDate, finished: CalendarDate): ListingStep {
  const latest = to < finished ? to : finished;
  const dayLate = previousTradingDay(finished);
  const earliest = from < dayLate ? dayLate : from;
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
