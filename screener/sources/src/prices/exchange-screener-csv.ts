import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type CalendarDate, daysBetween, isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import type { MarketQuote } from '@screener/engine/facts';
import { bySymbolAndDate } from './csv-market-data.ts';
import { type CsvRow, type CsvTableFailure, parseDecimal, readCsvTable } from './csv-table.ts';
import { toSecSymbol } from './sec-symbol.ts';

/** The source that quotes from this file name. */
export const EXCHANGE_SCREENER_SOURCE = 'US exchange screener month-end file';

export const EXCHANGE_SCREENER_HEADER =
  'trading_date,exchange,symbol,name,lastsale,marketCap,sector,industry,country'.split(',');

/** The listing's data about a symbol on its newest date. */
interface ListedSymbol {
  readonly symbol: string;
  /** In the SEC's words: `Nasdaq`, `NYSE`; `NYSE American`, which the SEC counts to `NYSE`. */
  readonly exchange: string | null;
  readonly sector: string | null;
}

interface ExchangeScreener {
  /** Ordered by symbol and date. */
  readonly quotes: readonly MarketQuote[];
  /** The symbols on the newest date of the file, in its order. */
  readonly listed: readonly ListedSymbol[];
}

/** Symbols in the SEC's form, such as `BRK-B`. */
interface WantedSymbols {
  /** Every date of the file. `all`: of every symbol. */
  readonly history: ReadonlySet<string> | 'all';
  /** The newest date alone. */
  readonly newest: ReadonlySet<string>;
}

/**
 * Reads the closes of the wanted symbols from a month-end file of the US exchange screener, plain or `.gz`. Prices are
 * unadjusted US dollars. A market capitalisation of 0 or blank is unknown (null). A wanted row that cannot be read
 * refuses the file.
 *
 * The file's `marketCap` is its own product of that line's price and all shares of the company: for a company
 * with several classes it is right for the common stock only, and for preferred stock it means nothing.
 */
export async function readExchangeScreener(
  path: string,
  wanted: WantedSymbols,
): Promise<Result<ExchangeScreener, 'market_invalid_file'>> {
  const file = basename(path);
  let content: Uint8Array;
  try {
    const bytes = await readFile(path);
    content = path.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes;
  } catch (error) {
    return unreadable(file, error instanceof Error && 'code' in error ? String(error.code) : 'unknown error');
  }
  if (!isUtf8(content)) return unreadable(file, 'not UTF-8');
  const reader = new Reader(wanted);
  const refusal = readCsvTable(content, { file, headers: [EXCHANGE_SCREENER_HEADER] }, (row) =>
    reader.take(row),
  );
  return refusal ?? reader.finish();
}

/** The exchanges of the file, in the SEC's words where it has one. */
const EXCHANGES: Readonly<Record<string, string>> = {
  nasdaq: 'Nasdaq',
  nyse: 'NYSE',
  amex: 'NYSE American',
};

function unreadable(file: string, cause: string): CsvTableFailure {
  return fail('market_invalid_file', `${file} cannot be read as a CSV file (${cause}).`, { file, cause });
}

class Reader {
  readonly #wanted: WantedSymbols;
  readonly #quotes = new Map<string, MarketQuote>();
  readonly #names = new Map<string, string>();
  #newestDate = '';
  /** Read this at the end, because until then a row may turn out to have an older date. */
  #newest: { readonly symbol: string; readonly row: CsvRow }[] = [];

  constructor(wanted: WantedSymbols) {
    this.#wanted = wanted;
  }

  take(row: CsvRow): CsvTableFailure | null {
    const symbol = toSecSymbol(row.get('symbol'));
    const date = row.get('trading_date');
    const { history } = this.#wanted;
    const inHistory = symbol !== null && (history === 'all' || history.has(symbol));
    if (symbol === null || (date < this.#newestDate && !inHistory)) return null;
    if (!isCalendarDate(date)) return row.refuse('trading_date', 'is not a date in the form YYYY-MM-DD');
    if (date > this.#newestDate) {
      this.#newestDate = date;
      this.#newest = [];
    }
    if (date === this.#newestDate) this.#newest.push({ symbol, row });
    if (!inHistory) return null;
    this.#names.set(`${symbol} ${date}`, row.get('name'));
    return takeQuote(row, symbol, date, this.#quotes);
  }

  finish(): Result<ExchangeScreener, 'market_invalid_file'> {
    for (const { symbol, row } of this.#newest) {
      if (!this.#wanted.newest.has(symbol)) continue;
      const refusal = takeQuote(row, symbol, this.#newestDate, this.#quotes);
      if (refusal !== null) return refusal;
    }
    return ok({
      quotes: [...Map.groupBy(this.#quotes.values(), ({ symbol }) => symbol).values()]
        .flatMap((series) => sinceLastOwner(series.sort(bySymbolAndDate), this.#names))
        .sort(bySymbolAndDate),
      listed: this.#newest.map(({ symbol, row }) => listedSymbol(symbol, row)),
    });
  }
}

/** A ticker that was away for longer than this, and returns under another name, is another company's. */
const AWAY_DAYS = 100;
/** Within this share, the capitalisation counts the same shares as a month before. */
const SAME_SHARES = 0.1;

/**
 * Leaves out the closes of companies that had the ticker before, so that no company is priced by another's close.
 *
 * A company that only takes a new name keeps its shares: the rows are of one company if the first word of the name is
 * the same, or from one month to the next if one word begins with the other (Sirius, SiriusXM) or the capitalisation
 * implies the same shares.
 */
function sinceLastOwner(
  series: readonly MarketQuote[],
  names: ReadonlyMap<string, string>,
): readonly MarketQuote[] {
  const nameOf = ({ symbol, date }: MarketQuote) => firstWord(names.get(`${symbol} ${date}`) ?? '');
  const last = series.findLastIndex((quote, index) => {
    const before = series[index - 1];
    if (before === undefined || nameOf(before) === nameOf(quote)) return false;
    if (daysBetween(before.date, quote.date) > AWAY_DAYS) return true;
    return !isSameWord(nameOf(before), nameOf(quote)) && !hasSameShares(before, quote);
  });
  return last === -1 ? series : series.slice(last);
}

/** A shorter word is too common a beginning. */
const LEAST_LETTERS = 4;

function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= LEAST_LETTERS && long.startsWith(short);
}

function hasSameShares(before: MarketQuote, after: MarketQuote): boolean {
  if (before.marketCap === null || after.marketCap === null) return false;
  const ratio = after.marketCap / after.close / (before.marketCap / before.close);
  return Math.abs(ratio - 1) <= SAME_SHARES;
}

function firstWord(name: string): string {
  const [word = ''] = name
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')
    .replace(/^the /, '')
    .trim()
    .split(/ +/);
  return word;
}

function listedSymbol(symbol: string, row: CsvRow): ListedSymbol {
  const sector = row.get('sector');
  return {
    symbol,
    exchange: EXCHANGES[row.get('exchange')] ?? null,
    sector: sector === '' ? null : sector,
  };
}

function takeQuote(
  row: CsvRow,
  symbol: string,
  date: CalendarDate,
  quotes: Map<string, MarketQuote>,
): CsvTableFailure | null {
  const close = parseDecimal(row.get('lastsale'));
  if (close === null || close === 0) return row.refuse('lastsale', 'is not a positive decimal number');
  const cap = row.get('marketCap') === '' ? 0 : parseDecimal(row.get('marketCap'));
  if (cap === null) return row.refuse('marketCap', 'is not a decimal number');
  const marketCap = cap === 0 ? null : cap;
  const key = `${symbol} ${date}`;
  const earlier = quotes.get(key);
  if (earlier !== undefined && (earlier.close !== close || earlier.marketCap !== marketCap)) {
    return row.refuse('symbol', 'appears twice on one date with different figures');
  }
  quotes.set(key, { symbol, date, close, currency: 'USD', marketCap, source: EXCHANGE_SCREENER_SOURCE });
  return null;
}
