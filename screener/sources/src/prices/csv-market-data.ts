import { isCalendarDate } from '@common/base/calendar';
import { ok, type Result } from '@common/base/result';
import type { MarketQuote } from '@screener/engine/facts';
import { type CsvRow, type CsvTableFailure, parseDecimal, readCsvTable } from './csv-table.ts';
import { toSecSymbol } from './sec-symbol.ts';

const PLAIN = ['date', 'ticker', 'close'];
const WITH_CAP = [...PLAIN, 'market_cap'];

interface CsvMarketOptions {
  /** The file's name without its folder, for refusals and as the source of each quote. */
  readonly file: string;
  /** ISO code of the currency of all prices in the file. */
  readonly currency?: string;
}

/**
 * Reads an operator's own price file, `date,ticker,close[,market_cap]`, into quotes ordered by symbol and date. `close`
 * is unadjusted and positive; `market_cap` is positive or blank. Symbols may be written in any of the forms of {@link
 * toSecSymbol}. A row that repeats an earlier one is dropped, one that contradicts it is refused, and so is anything
 * else that breaks these rules: a price file is taken whole or not at all.
 */
export function parseCsvQuotes(
  text: string,
  options: CsvMarketOptions,
): Result<readonly MarketQuote[], 'market_invalid_file'> {
  const { file, currency = 'USD' } = options;
  const seen = new Map<string, { readonly quote: MarketQuote; readonly line: number }>();
  const refusal = readCsvTable(text, { file, headers: [PLAIN, WITH_CAP] }, (row) => {
    const quote = parseRow(row, currency, file);
    if (!quote.ok) return quote;
    const key = `${quote.value.symbol} ${quote.value.date}`;
    const earlier = seen.get(key);
    if (earlier === undefined) {
      seen.set(key, { quote: quote.value, line: row.line });
      return null;
    }
    const { close, marketCap } = quote.value;
    const field = earlier.quote.close !== close ? 'close' : 'market_cap';
    if (field === 'market_cap' && earlier.quote.marketCap === marketCap) return null;
    return row.refuse(field, `contradicts line ${earlier.line}, which has the same date and ticker`);
  });
  if (refusal !== null) return refusal;
  return ok([...seen.values()].map(({ quote }) => quote).sort(bySymbolAndDate));
}

/** Symbols and dates in plain string order, so that a list of quotes is the same on every machine. */
export function bySymbolAndDate(a: MarketQuote, b: MarketQuote): number {
  if (a.symbol !== b.symbol) return a.symbol < b.symbol ? -1 : 1;
  return a.date === b.date ? 0 : a.date < b.date ? -1 : 1;
}

function parseRow(
  row: CsvRow,
  currency: string,
  source: string,
): Result<MarketQuote, 'market_invalid_file'> | CsvTableFailure {
  const date = row.get('date');
  if (!isCalendarDate(date)) return row.refuse('date', 'is not a date in the form YYYY-MM-DD');
  const symbol = toSecSymbol(row.get('ticker'));
  if (symbol === null) return row.refuse('ticker', 'is not a symbol such as AAPL or BRK-B');
  const close = parseDecimal(row.get('close'));
  if (close === null || close === 0) return row.refuse('close', 'is not a positive decimal number');
  const capText = row.get('market_cap');
  const marketCap = capText === '' ? null : parseDecimal(capText);
  if (capText !== '' && (marketCap === null || marketCap === 0)) {
    return row.refuse('market_cap', 'is not a positive decimal number; leave it blank if it is not known');
  }
  return ok({ symbol, date, close, currency, marketCap, source });
}
