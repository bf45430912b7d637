import { type CalendarDate, isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import { dailyClosesFrom, noTrading, type RawClose } from './daily-closes.ts';
import type { DailyCloses, DailyMarket, MarketFailureCode } from './market-data.ts';
import { assertToken, getProviderJson, isRecord, type ProviderOptions, unexpected } from './provider-http.ts';

const MASSIVE_SOURCE = 'Massive grouped daily bars';

/**
 * One day of the US market from Massive (once Polygon): `GET
 * /v2/aggs/grouped/locale/us/market/stocks/<date>?adjusted=false`, the token in the `Authorization` header, `c` in US
 * dollars. Adjusted prices are refused: they do not match the share counts in that day's filings.
 *
 * From its documentation: address, header, `T`, `c`, `t` (the end of the bar, in milliseconds), `resultsCount`,
 * and no `results` on a day without trading. Not verified against the live service: the status `DELAYED`, and how it writes units and warrants.
 */
export function createMassive(options: ProviderOptions): DailyMarket {
  const { token, baseUrl = 'https://api.massive.com' } = options;
  assertToken('Massive', token);
  return {
    source: MASSIVE_SOURCE,
    async closesOn(date): Promise<Result<DailyCloses, MarketFailureCode>> {
      if (!isCalendarDate(date)) return fail('market_invalid_request', 'A date is written YYYY-MM-DD.');
      const answer = await getProviderJson({
        source: 'Massive',
        url: `${baseUrl}/v2/aggs/grouped/locale/us/market/stocks/${date}?adjusted=false`,
        headers: { authorization: `Bearer ${token}` },
        options,
      });
      if (answer.ok) return readDay(answer.value, date);
      const { code } = answer.error;
      return code === 'not_found' ? ok(noTrading(date)) : { ok: false, error: { ...answer.error, code } };
    },
  };
}

function readDay(day: unknown, date: CalendarDate): Result<DailyCloses, MarketFailureCode> {
  if (!isRecord(day)) return unexpected('Massive', 'something other than an object');
  if (day.status !== 'OK' && day.status !== 'DELAYED') return unexpected('Massive', 'an unknown status');
  if (day.adjusted === true) return unexpected('Massive', 'split-adjusted prices');
  const rows: unknown = day.results ?? [];
  if (!Array.isArray(rows) || day.resultsCount !== rows.length) {
    return unexpected('Massive', 'a list that is shorter or longer than it says');
  }
  const dateOf = newYorkDates();
  const raw: RawClose[] = [];
  for (const row of rows as readonly unknown[]) {
    if (!isRecord(row) || typeof row.T !== 'string') return unexpected('Massive', 'a row without a symbol');
    raw.push({ symbol: row.T, date: dateOf(row.t), close: row.c });
  }
  return ok(dailyClosesFrom(date, MASSIVE_SOURCE, raw));
}

/** The date in New York of an instant in milliseconds; the rows of one day share a few instants. */
function newYorkDates(): (instant: unknown) => CalendarDate | null {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const known = new Map<number, CalendarDate>();
  return (instant) => {
    if (typeof instant !== 'number' || !(Math.abs(instant) < 8e15)) return null;
    const seen = known.get(instant);
    if (seen !== undefined) return seen;
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const date = `${parts.year}-${parts.month}-${parts.day}`;
    known.set(instant, date);
    return date;
  };
}
