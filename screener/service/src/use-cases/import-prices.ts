import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { parseCsvQuotes } from '@screener/sources/prices/csv-market-data';
import type { ScreenerStore } from '../store/store.ts';

/** Symbols per transaction. */
const BATCH_SYMBOLS = 500;

interface PricesReport {
  readonly symbols: number;
  readonly quotes: number;
}

/**
 * Imports an operator's price file (`date,ticker,close[,market_cap]`). A ticker's quotes in the file replace
 * those stored for the same dates; other dates stay. A file with any invalid line is refused as a whole.
 */
export async function importPrices(
  store: Pick<ScreenerStore, 'quotes' | 'saveQuotes'>,
  path: string,
): Promise<Result<PricesReport, 'prices_refused'>> {
  const file = basename(path);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return fail(
      'prices_refused',
      `${file} cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  const parsed = parseCsvQuotes(text, { file });
  if (!parsed.ok) return fail('prices_refused', parsed.error.message, parsed.error.detail);
  const bySymbol = [...Map.groupBy(parsed.value, (quote) => quote.symbol)];
  for (let start = 0; start < bySymbol.length; start += BATCH_SYMBOLS) {
    const merged = new Map<string, (typeof parsed.value)[number][]>();
    for (const [symbol, quotes] of bySymbol.slice(start, start + BATCH_SYMBOLS)) {
      const dates = new Set(quotes.map((quote) => quote.date));
      const kept = (await store.quotes(symbol)).filter((quote) => !dates.has(quote.date));
      merged.set(symbol, [...kept, ...quotes]);
    }
    await store.saveQuotes(merged);
  }
  return ok({ symbols: bySymbol.length, quotes: parsed.value.length });
}
