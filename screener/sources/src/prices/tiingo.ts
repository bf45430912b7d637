import { addDays, type CalendarDate, isCalendarDate } from '@common/base/calendar';
import { ok, type Result } from '@common/base/result';
import type { MarketQuote } from '@screener/engine/facts';
import { isPrice } from './daily-closes.ts';
import {
  type DateRange,
  type MarketData,
  type MarketFailureCode,
  refuseQuote,
  refuseRequest,
} from './market-data.ts';
import { assertToken, getProviderJson, isRecord, type ProviderOptions, unexpected } from './provider-http.ts';

const TIINGO_SOURCE = 'Tiingo end-of-day prices';

interface TiingoOptions extends ProviderOptions {
  /** How much older than the end of the range the newest close may be. */
  readonly maxAgeDays?: number;
}

/**
 * Closes of one symbol from Tiingo: `GET /tiingo/daily/<ticker>/prices?startDate=&endDate=`, the token in the
 * `Authorization` header, `close` (raw, not `adjClose`) in US dollars. An unknown ticker is a 404 and gives no closes.
 *
 * From its documentation: address, header, fields, hyphens for share classes and `SPG-P-J` for preferred
 * stock. Not verified against the live service: the wording and status of its limit messages, and that `date`
 * is the trading day at midnight UTC.
 */
export function createTiingo(options: TiingoOptions): MarketData {
  const { token, baseUrl = 'https://api.tiingo.com', maxAgeDays = 10 } = options;
  assertToken('Tiingo', token);
  return {
    source: TIINGO_SOURCE,
    async closes(symbol, range) {
      const refusal = refuseRequest(symbol, range);
      if (refusal !== null) return refusal;
      const ticker = symbol.replace(/-P([A-Z])$/, '-P-$1');
      const answer = await getProviderJson({
        source: 'Tiingo',
        url: `${baseUrl}/tiingo/daily/${ticker}/prices?startDate=${range.from}&endDate=${range.to}`,
        headers: { authorization: `Token ${token}` },
        options,
      });
      if (answer.ok) return readRows(answer.value, symbol, range, addDays(range.to, -maxAgeDays));
      const { code } = answer.error;
      return code === 'not_found' ? ok([]) : { ok: false, error: { ...answer.error, code } };
    },
  };
}

function readRows(
  rows: unknown,
  symbol: string,
  range: DateRange,
  oldest: CalendarDate,
): Result<readonly MarketQuote[], MarketFailureCode> {
  if (!Array.isArray(rows)) return unexpected('Tiingo', 'something other than a list');
  const quotes = new Map<CalendarDate, MarketQuote>();
  for (const row of rows as readonly unknown[]) {
    if (!isRecord(row) || typeof row.date !== 'string') return unexpected('Tiingo', 'a row without a date');
    const date = row.date.slice(0, 10);
    if (!isCalendarDate(date) || date < range.from || date > range.to || quotes.has(date)) {
      return unexpected('Tiingo', 'a row for a day that was not requested, or two rows for one day');
    }
    const { close } = row;
    if (!isPrice(close)) return refuseQuote('market_bad_price', symbol, date, 'Tiingo');
    quotes.set(date, { symbol, date, close, currency: 'USD', marketCap: null, source: TIINGO_SOURCE });
  }
  const ordered = [...quotes.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  const newest = ordered.at(-1);
  if (newest !== undefined && newest.date < oldest) {
    return refuseQuote('market_stale', symbol, range.to, 'Tiingo');
  }
  return ok(ordered);
}
