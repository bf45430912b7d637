import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import type { MarketQuote } from '@screener/engine/facts';
import { bySymbolAndDate } from './csv-market-data.ts';
import { type CsvRow, type CsvTableFailure, parseDecimal, readCsvTable } from './csv-table.ts';
import { toSecSymbol } from './sec-symbol.ts';

/** The source that quotes from this file name. */
export const EXCHANGE_SCREENER_SOURCE = 'US exchange screener month-end file';

const HEADER = 'trading_date,exchange,symbol,name,lastsale,marketCap,sector,industry,country'.split(',');

/**
 * Reads the closes of given symbols (in the SEC's form, such as `BRK-B`) from a month-end file of the US exchange
 * screener, plain or `.gz`; the result is ordered by symbol and date. Prices are unadjusted US dollars. A market
 * capitalisation of 0 or blank is unknown (null).
 *
 * The file's `marketCap` is its own product of that line's price and all shares of the company: for a company
 * with several classes it is right for the common stock only, and for preferred stock it means nothing.
 */
export async function readExchangeScreenerQuotes(
  path: string,
  symbols: ReadonlySet<string>,
): Promise<Result<readonly MarketQuote[], 'market_invalid_file'>> {
  const file = basename(path);
  const quotes = new Map<string, MarketQuote>();
  let content: Uint8Array;
  try {
    const bytes = await readFile(path);
    content = path.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes;
  } catch (error) {
    return unreadable(file, error instanceof Error && 'code' in error ? String(error.code) : 'unknown error');
  }
  if (!isUtf8(content)) return unreadable(file, 'not UTF-8');
  const refusal = readCsvTable(content, { file, headers: [HEADER] }, (row) => takeRow(row, symbols, quotes));
  return refusal ?? ok([...quotes.values()].sort(bySymbolAndDate));
}

function unreadable(file: string, cause: string): CsvTableFailure {
  return fail('market_invalid_file', `${file} cannot be read as a CSV file (${cause}).`, { file, cause });
}

function takeRow(
  row: CsvRow,
  symbols: ReadonlySet<string>,
  quotes: Map<string, MarketQuote>,
): CsvTableFailure | null {
  const symbol = toSecSymbol(row.get('symbol'));
  if (symbol === null || !symbols.has(symbol)) return null;
  const date = row.get('trading_date');
  if (!isCalendarDate(date)) return row.refuse('trading_date', 'is not a date in the form YYYY-MM-DD');
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
