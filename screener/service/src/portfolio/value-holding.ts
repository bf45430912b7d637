import { type CalendarDate, dateOfInstant } from '@common/base/calendar';
import { multiply } from '@common/base/exact';
import type { MarketQuote } from '@screener/engine/facts';
import type { ScreenDeps } from '../use-cases/screen-ticker.ts';
import { type MatchedHolding, sumOf } from './match-holdings.ts';

const DOLLARS = 'USD';
export const VALUE_SOURCES = ['given', 'close'] as const;

/** Screening a fund fetches no close, since it is weighed by its holdings. */
export async function closesOf(
  deps: Pick<ScreenDeps, 'store' | 'liveQuotes' | 'clock'>,
  symbol: string,
): Promise<readonly MarketQuote[]> {
  const closes = await deps.store.closes(symbol);
  if (closes.length > 0 || deps.liveQuotes === null) return closes;
  await deps.liveQuotes.refreshQuotes(symbol, dateOfInstant(deps.clock()));
  return deps.store.closes(symbol);
}

export interface Valued {
  readonly value: number | null;
  readonly value_from: (typeof VALUE_SOURCES)[number] | null;
  readonly close_date: CalendarDate | null;
}

/** The newest close in dollars. */
export function closeOf(closes: readonly MarketQuote[]): MarketQuote | undefined {
  return closes.findLast(({ currency }) => currency === DOLLARS);
}

/**
 * What the lines say in dollars, where each says it; else the close times what is held. INVARIANT: amounts in another
 * currency are never added to dollars.
 */
export function valueIn(holding: MatchedHolding, closes: readonly MarketQuote[]): Valued {
  const isGiven = holding.lines.every(
    ({ value, currency }) => value !== null && (currency ?? DOLLARS) === DOLLARS,
  );
  const given = isGiven ? sumOf(holding.lines.map(({ value }) => value)) : null;
  if (given !== null) return { value: given, value_from: 'given', close_date: null };
  const quote = closeOf(closes);
  const isCounted = holding.lines.every(({ quantity }) => quantity !== null);
  if (quote === undefined || holding.quantity === null || !isCounted)
    return { value: null, value_from: null, close_date: null };
  return { value: multiply(holding.quantity, quote.close), value_from: 'close', close_date: quote.date };
}
