import type { MarketQuote } from '@screener/engine/facts';
import { LISTING_SOURCE, PROVISIONAL_LISTING_SOURCE } from '@screener/sources/prices/listing/daily-listing';
import type { Kysely } from 'kysely';
import type { ScreenerSchema } from './schema.ts';

const SYMBOLS_PER_QUERY = 1_000;

/** Reads the daily listing's closes, confirmed and provisional, by ticker. */
export async function listingClosesOf(
  db: Kysely<ScreenerSchema>,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, readonly MarketQuote[]>> {
  const quotes: MarketQuote[] = [];
  for (let start = 0; start < symbols.length; start += SYMBOLS_PER_QUERY) {
    const rows = await db
      .selectFrom('listing_close')
      .selectAll()
      .where('symbol', 'in', symbols.slice(start, start + SYMBOLS_PER_QUERY))
      .execute();
    for (const { symbol, status, session, close, market_cap: marketCap } of rows) {
      const source = status === 'confirmed' ? LISTING_SOURCE : PROVISIONAL_LISTING_SOURCE;
      quotes.push({ symbol, date: session, close, currency: 'USD', marketCap, source });
    }
  }
  return Map.groupBy(quotes, ({ symbol }) => symbol);
}

/**
 * Merges a series with the listing's closes, in the order of their dates. On a date that both have, the
 * series counts.
 */
export function withListingCloses(
  series: readonly MarketQuote[],
  listed: readonly MarketQuote[],
): readonly MarketQuote[] {
  if (listed.length === 0) return series;
  const dates = new Set(series.map(({ date }) => date));
  const others = listed.filter(({ date }) => !dates.has(date));
  return [...series, ...others].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}
