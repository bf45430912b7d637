import { readSnapshot as read } from '@screener/edgar/snapshot/snapshot';
import { parseCsvQuotes } from '@screener/market/csv-market-data';
import { EXCHANGE_SCREENER_SOURCE } from '@screener/market/exchange-screener-csv';

/** Reads a snapshot folder. Its quotes name the exchange screener as their source. */
export function readSnapshot(directory: string): ReturnType<typeof read> {
  return read(directory, (text) => parseCsvQuotes(text, { file: EXCHANGE_SCREENER_SOURCE }));
}
