import { addDays, type CalendarDate, isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import type { MarketQuote } from '@screener/engine/facts';

/**
 * Why there is no price. `market_bad_price` and `market_stale` are about what the source says for this symbol; the
 * others are about the source as a whole.
 */
export type MarketFailureCode =
  | 'market_invalid_request'
  | 'market_unauthorised'
  | 'market_rate_limited'
  | 'market_unavailable'
  | 'market_unexpected_content'
  | 'market_stale'
  | 'market_bad_price'
  | 'market_invalid_file';

/** Both ends are included. */
export interface DateRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** Unadjusted closes of US-listed symbols, written as the SEC writes them (`BRK-B`). */
export interface MarketData {
  /** The source's name, for the evidence. */
  readonly source: string;
  /**
   * The source's closes of `symbol` within `range`, oldest first; none when it does not know the symbol or has no close
   * there. A source that is asked day by day may give only the newest one.
   */
  closes(symbol: string, range: DateRange): Promise<Result<readonly MarketQuote[], MarketFailureCode>>;
}

/** One trading day of a whole market. `quotes` is empty on a day without trading. */
export interface DailyCloses {
  readonly date: CalendarDate;
  readonly quotes: ReadonlyMap<string, MarketQuote>;
  /** Symbols whose row was not used, and why. */
  readonly refused: ReadonlyMap<string, 'market_stale' | 'market_bad_price'>;
}

/** A source that answers for all symbols of one day at once. */
export interface DailyMarket {
  readonly source: string;
  closesOn(date: CalendarDate): Promise<Result<DailyCloses, MarketFailureCode>>;
}

const SYMBOL = /^[A-Z0-9]{1,8}(?:-[A-Z0-9]{1,4})?$/;

/**
 * Refuses anything that is not a symbol in the SEC's form, or not a range of dates; null if both are valid.
 */
export function refuseRequest(
  symbol: string,
  range: DateRange,
): Result<never, 'market_invalid_request'> | null {
  if (!SYMBOL.test(symbol)) {
    const shown = symbol.slice(0, 20);
    return fail('market_invalid_request', `"${shown}" is not a symbol such as AAPL or BRK-B.`, {
      symbol: shown,
    });
  }
  if (isCalendarDate(range.from) && isCalendarDate(range.to) && range.from <= range.to) return null;
  return fail('market_invalid_request', 'The range needs two dates YYYY-MM-DD, the earlier one first.', {
    from: range.from.slice(0, 20),
    to: range.to.slice(0, 20),
  });
}

interface FromDailyOptions {
  readonly daily: DailyMarket;
  readonly clock?: () => number;
  /** At most this many calendar days before the end of the range are requested. */
  readonly lookbackDays?: number;
  /** How many days are kept in memory; one day is about 10,000 quotes. */
  readonly daysKept?: number;
  /** How long an empty day is trusted: a holiday stays empty, but today fills up in the evening. */
  readonly emptyDayMs?: number;
}

/**
 * A {@link MarketData} that looks for the newest close of a symbol by walking back day by day over a {@link
 * DailyMarket}. It skips weekends, keeps days in memory, and shares requests between callers.
 */
export function marketDataFromDaily(options: FromDailyOptions): MarketData {
  const { daily, clock = Date.now, lookbackDays = 10, daysKept = 16, emptyDayMs = 15 * 60_000 } = options;
  const kept = new Map<CalendarDate, { readonly closes: DailyCloses; readonly until: number }>();
  const flights = new Map<CalendarDate, Promise<Result<DailyCloses, MarketFailureCode>>>();

  async function ask(date: CalendarDate): Promise<Result<DailyCloses, MarketFailureCode>> {
    const answer = await daily.closesOn(date);
    if (!answer.ok) return answer;
    const until = answer.value.quotes.size > 0 ? Number.POSITIVE_INFINITY : clock() + emptyDayMs;
    kept.set(date, { closes: answer.value, until });
    const oldest = kept.keys().next().value;
    if (kept.size > daysKept && oldest !== undefined) kept.delete(oldest);
    return answer;
  }

  function closesOn(date: CalendarDate): Promise<Result<DailyCloses, MarketFailureCode>> {
    const known = kept.get(date);
    if (known !== undefined && known.until > clock()) return Promise.resolve(ok(known.closes));
    const flight = flights.get(date) ?? ask(date).finally(() => flights.delete(date));
    flights.set(date, flight);
    return flight;
  }

  return {
    source: daily.source,
    async closes(symbol, range) {
      const refusal = refuseRequest(symbol, range);
      if (refusal !== null) return refusal;
      let stale = false;
      const earliest = addDays(range.to, -lookbackDays);
      for (let date = range.to; date >= range.from && date >= earliest; date = addDays(date, -1)) {
        if (isWeekend(date)) continue;
        const day = await closesOn(date);
        if (!day.ok) return day;
        const quote = day.value.quotes.get(symbol);
        if (quote !== undefined) return ok([quote]);
        const refused = day.value.refused.get(symbol);
        if (refused === 'market_bad_price') return refuseQuote(refused, symbol, date, daily.source);
        stale ||= refused === 'market_stale';
      }
      return stale ? refuseQuote('market_stale', symbol, range.to, daily.source) : ok([]);
    },
  };
}

function isWeekend(date: CalendarDate): boolean {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return day === 0 || day === 6;
}

/** The refusal of one symbol's price. */
export function refuseQuote(
  code: 'market_stale' | 'market_bad_price',
  symbol: string,
  date: CalendarDate,
  source: string,
): Result<never, typeof code> {
  const message =
    code === 'market_stale'
      ? `${source} has only an old close of ${symbol} for ${date}. No price is used.`
      : `${source} gives a close of ${symbol} on ${date} that is not a positive number. No price is used.`;
  return fail(code, message, { symbol, date });
}
