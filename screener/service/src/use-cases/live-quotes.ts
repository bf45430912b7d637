import { addDays, type CalendarDate, daysBetween } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import type { MarketData } from '@screener/sources/prices/market-data';
import type { ScreenerStore } from '../store/store.ts';

/** Brings a ticker's closes up to date with a source of prices, on demand. */
export interface LiveQuotes {
  /**
   * Fetches closes up to `until` if the newest stored one is too old. A refusal's message says why, as a
   * sentence.
   */
  refreshQuotes(
    symbol: string,
    until: CalendarDate,
  ): Promise<Result<'fresh' | 'updated', 'prices_unavailable'>>;
}

interface LiveQuotesDeps {
  readonly store: Pick<ScreenerStore, 'quotes' | 'saveQuotes' | 'unreached' | 'saveUnreached'>;
  readonly market: MarketData;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/**
 * A close this recent is not requested again, because a weekend and a holiday may separate two trading days.
 */
export const FRESH_DAYS = 4;
/** How far back a first request reaches: enough for one close at any date screened today. */
const REACH_DAYS = 30;
/** How long a provider that failed is left alone, so that not every call waits for it. */
const FAILURE_MS = 60_000;
const PROVIDER = 'prices';

export function createLiveQuotes({ store, market, clock }: LiveQuotesDeps): LiveQuotes {
  return {
    async refreshQuotes(symbol, until) {
      const kept = await store.quotes(symbol);
      const newest = kept.findLast((quote) => quote.date <= until);
      if (newest !== undefined && daysBetween(newest.date, until) <= FRESH_DAYS) return ok('fresh');
      const unreached = await store.unreached(PROVIDER, clock());
      if (unreached !== null) return fail('prices_unavailable', unreached.message);
      const from = addDays(until, -REACH_DAYS);
      const closes = await market.closes(symbol, { from, to: until });
      if (!closes.ok) {
        const { code, message } = closes.error;
        // A fault in one ticker's price says nothing about the others.
        if (code !== 'market_bad_price' && code !== 'market_stale') {
          await store.saveUnreached(PROVIDER, { until: clock() + FAILURE_MS, message });
        }
        return fail('prices_unavailable', message);
      }
      if (closes.value.length === 0) return ok('fresh');
      const dates = new Set(closes.value.map((quote) => quote.date));
      const others = kept.filter((quote) => !dates.has(quote.date));
      await store.saveQuotes(new Map([[symbol, [...others, ...closes.value]]]));
      return ok('updated');
    },
  };
}
