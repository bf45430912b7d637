import { type CalendarDate, dateOfInstant, daysBetween } from '@common/base/calendar';
import { multiply } from '@common/base/exact';
import { QUOTE_AGE_LIMIT_DAYS } from '@screener/engine/concepts/market-cap';
import type { MarketQuote } from '@screener/engine/facts';
import type { Search } from '../search/search.ts';
import { FRESH_DAYS } from '../use-cases/live-quotes.ts';
import { SNAPSHOT_AS_OF } from '../use-cases/present.ts';
import type { ScreenDeps } from '../use-cases/screen-ticker.ts';
import { type MatchedHolding, sumOf } from './match-holdings.ts';

const DOLLARS = 'USD';
export const VALUE_SOURCES = ['given', 'close'] as const;

interface ValueDeps extends Pick<ScreenDeps, 'store' | 'liveQuotes' | 'clock'> {
  readonly search: Pick<Search, 'formerOf'>;
}

/**
 * Returns the close in dollars that a share is worth: the newest by today, unless it is too long before the day that
 * closes here reach. INVARIANT: a listing that ended has none, since its shares may no longer exist.
 */
export async function closeOf(deps: ValueDeps, symbol: string): Promise<MarketQuote | null> {
  if (deps.search.formerOf(symbol) !== null) return null;
  const today = dateOfInstant(deps.clock());
  const newest = async () => {
    const closes = await deps.store.closes(symbol);
    return closes.findLast(({ date, currency }) => currency === DOLLARS && date <= today) ?? null;
  };
  const isWithin = (quote: MarketQuote | null, days: number, day: CalendarDate) =>
    quote !== null && daysBetween(quote.date, day) <= days;
  let close = await newest();
  // Screening a fund fetches no close, since it is weighed by its holdings, and what is held to trade is not screened.
  if (deps.liveQuotes !== null && !isWithin(close, FRESH_DAYS, today)) {
    await deps.liveQuotes.refreshQuotes(symbol, today);
    close = await newest();
  }
  return isWithin(close, QUOTE_AGE_LIMIT_DAYS, await dayReached(deps, today)) ? close : null;
}

/** The newest day that closes here can be of: without a source of prices, the snapshot's own. */
async function dayReached({ store, liveQuotes }: ValueDeps, today: CalendarDate): Promise<CalendarDate> {
  const snapshot = liveQuotes === null ? await store.setting(SNAPSHOT_AS_OF) : null;
  return snapshot !== null && snapshot < today ? snapshot : today;
}

export interface Valued {
  readonly value: number | null;
  readonly value_from: (typeof VALUE_SOURCES)[number] | null;
  readonly close_date: CalendarDate | null;
}

/**
 * What the lines say in dollars, where each says it; else the close times what is held. INVARIANT: amounts in another
 * currency are never added to dollars.
 */
export function valueIn(holding: MatchedHolding, close: MarketQuote | null): Valued {
  const isGiven = holding.lines.every(
    ({ value, currency }) => value !== null && (currency ?? DOLLARS) === DOLLARS,
  );
  const given = isGiven ? sumOf(holding.lines.map(({ value }) => value)) : null;
  if (given !== null) return { value: given, value_from: 'given', close_date: null };
  const isCounted = holding.lines.every(({ quantity }) => quantity !== null);
  if (close === null || holding.quantity === null || !isCounted)
    return { value: null, value_from: null, close_date: null };
  return { value: multiply(holding.quantity, close.close), value_from: 'close', close_date: close.date };
}
