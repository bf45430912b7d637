import { type CalendarDate, isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import { dailyClosesFrom, noTrading, type RawClose } from './daily-closes.ts';
import type { DailyCloses, DailyMarket, MarketFailureCode } from './market-data.ts';
import { assertToken, getProviderJson, isRecord, type ProviderOptions, unexpected } from './provider-http.ts';

const EODHD_SOURCE = 'EODHD bulk end-of-day prices';

/**
 * One day of the US market from EODHD: `GET /api/eod-bulk-last-day/US?date=&fmt=json`, `close` (raw, not
 * `adjusted_close`) in US dollars. It accepts the token only in the query, so its address is never shown.
 *
 * From its published OpenAPI description: address, parameters, `code`, `date`, `close`, and 404 for a day
 * without data. Not verified against the live service: what it answers for a holiday (an empty list, a 404, or
 * rows of the day before are all taken as no trading), how it writes share classes, and its limit messages.
 */
export function createEodhd(options: ProviderOptions): DailyMarket {
  const { token, baseUrl = 'https://eodhd.com' } = options;
  assertToken('EODHD', token);
  return {
    source: EODHD_SOURCE,
    async closesOn(date): Promise<Result<DailyCloses, MarketFailureCode>> {
      if (!isCalendarDate(date)) return fail('market_invalid_request', 'A date is written YYYY-MM-DD.');
      const query = new URLSearchParams({ api_token: token, date, fmt: 'json' });
      const answer = await getProviderJson({
        source: 'EODHD',
        url: `${baseUrl}/api/eod-bulk-last-day/US?${query}`,
        options,
      });
      if (answer.ok) return readRows(answer.value, date);
      const { code } = answer.error;
      return code === 'not_found' ? ok(noTrading(date)) : { ok: false, error: { ...answer.error, code } };
    },
  };
}

function readRows(rows: unknown, date: CalendarDate): Result<DailyCloses, 'market_unexpected_content'> {
  if (!Array.isArray(rows)) return unexpected('EODHD', 'something other than a list');
  const raw: RawClose[] = [];
  for (const row of rows as readonly unknown[]) {
    if (!isRecord(row) || typeof row.code !== 'string' || typeof row.date !== 'string') {
      return unexpected('EODHD', 'a row without code or date');
    }
    raw.push({ symbol: row.code, date: row.date, close: row.close });
  }
  return ok(dailyClosesFrom(date, EODHD_SOURCE, raw));
}
