import { addDays, type CalendarDate, daysBetween } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import type { MarketData } from '@screener/market/market-data';
import type { ScreenerStore } from '../store/store.ts';

/** Brings a ticker's quotes up to date with a price provider, on demand. */
export interface LiveQuotes {
  refreshQuotes(
    symbol: string,
    until: CalendarDate,
  ): Promise<Result<'fresh' | 'updated', 'prices_unavailable'>>;
}

interface LiveQuotesDeps {
  readonly store: Pick<ScreenerStore, 'quotes' | 'saveQuotes'>;
  readonly market: MarketData;
}

/** A close this recent is not requested again: at most a weekend and a holiday lie between two trading days. */
const FRESH_DAYS = 4;
/** How far back a first request reaches: enough for one close at any date screened today. */
const REACH_DAYS = 30;

export function createLiveQuotes({ store, market }: LiveQuotesDeps): LiveQuotes {
  return {
    async refreshQuotes(symbol, until) {
      const kept = await store.quotes(symbol);
      const newest = kept.findLast((quote) => quote.date <= until);
      if (newest !== undefined && daysBetween(newest.date, until) <= FRESH_DAYS) return ok('fresh');
      const from = addDays(until, -REACH_DAYS);
      const closes = await market.closes(symbol, { from, to: until });
      if (!closes.ok) return fail('prices_unavailable', closes.error.message);
      if (closes.value.length === 0) return ok('fresh');
      const dates = new Set(closes.value.map((quote) => quote.date));
      const others = kept.filter((quote) => !dates.has(quote.date));
      await store.saveQuotes(new Map([[symbol, [...others, ...closes.value]]]));
      return ok('updated');
    },
  };
}
