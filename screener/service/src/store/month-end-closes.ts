import type { MarketQuote } from '@screener/engine/facts';
import type { MonthEnds } from '@screener/sources/prices/month-ends';
import { withListingCloses } from './sql-listing-closes.ts';
import type { ScreenerStore } from './store.ts';

/**
 * Adds the snapshot's month-end closes to what a screening may use. They are read from the snapshot's file, ticker by
 * ticker, and never stored: a date that the store has too counts as stored.
 */
export function withMonthEnds(store: ScreenerStore, monthEnds: () => Promise<MonthEnds>): ScreenerStore {
  const added = (series: readonly MarketQuote[], symbol: string, ends: MonthEnds) =>
    withListingCloses(series, ends.quotesOf(symbol));
  return {
    ...store,
    async closes(symbol) {
      const [series, ends] = await Promise.all([store.closes(symbol), monthEnds()]);
      return added(series, symbol, ends);
    },
    funds: {
      ...store.funds,
      async quotesOf(symbols) {
        const [stored, ends] = await Promise.all([store.funds.quotesOf(symbols), monthEnds()]);
        const all = symbols.map((symbol) => [symbol, added(stored.get(symbol) ?? [], symbol, ends)] as const);
        return new Map(all.filter(([, series]) => series.length > 0));
      },
    },
  };
}
