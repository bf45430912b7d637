import type { CalendarDate } from '@common/base/calendar';
import type { MarketQuote } from '@screener/engine/facts';
import type { DailyCloses } from './market-data.ts';
import { toSecSymbol } from './sec-symbol.ts';

/** A row of a provider's day as received, which may be wrong in any way. */
export interface RawClose {
  readonly symbol: unknown;
  /** The day of the row, or null if it gives no readable day. */
  readonly date: CalendarDate | null;
  readonly close: unknown;
}

/** A usable price: a positive finite number. */
export function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

/**
 * The usable rows of one day in US dollars. A row of another day, without a positive price, or that contradicts
 * another row of its symbol is refused for that symbol only. Rows whose symbol has no form in the SEC's list
 * (when-issued shares, test symbols) are left out.
 */
export function dailyClosesFrom(date: CalendarDate, source: string, rows: Iterable<RawClose>): DailyCloses {
  const quotes = new Map<string, MarketQuote>();
  const refused = new Map<string, 'market_stale' | 'market_bad_price'>();
  for (const row of rows) {
    const symbol = typeof row.symbol === 'string' ? toSecSymbol(row.symbol) : null;
    if (symbol === null) continue;
    const earlier = quotes.get(symbol);
    if (row.date !== date) {
      refused.set(symbol, 'market_stale');
    } else if (!isPrice(row.close) || (earlier !== undefined && earlier.close !== row.close)) {
      refused.set(symbol, 'market_bad_price');
    } else {
      quotes.set(symbol, { symbol, date, close: row.close, currency: 'USD', marketCap: null, source });
    }
  }
  for (const symbol of refused.keys()) quotes.delete(symbol);
  return { date, quotes, refused };
}

/** A day without trading, or without data of the provider. */
export function noTrading(date: CalendarDate): DailyCloses {
  return { date, quotes: new Map(), refused: new Map() };
}
