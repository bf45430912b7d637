import { parseCsvQuotes } from '@screener/sources/prices/csv-market-data';
import { EXCHANGE_SCREENER_SOURCE } from '@screener/sources/prices/exchange-screener-csv';
import { readSnapshot as read } from '@screener/sources/snapshot/snapshot';

/** Reads a snapshot folder. Its quotes name the exchange screener as their source. */
export function readSnapshot(directory: string): ReturnType<typeof read> {
  return read(directory, (text) => parseCsvQuotes(text, { file: EXCHANGE_SCREENER_SOURCE }));
}
