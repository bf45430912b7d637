import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RateSeries } from '@screener/engine/rates/rate-series';
import { parseCsvQuotes } from '@screener/sources/prices/csv-market-data';
import { EXCHANGE_SCREENER_SOURCE } from '@screener/sources/prices/exchange-screener-csv';
import { type MonthEnds, readMonthEnds } from '@screener/sources/prices/month-ends';
import { decodeRates } from '@screener/sources/rates/encode-series';
import { MONTH_ENDS_FILE, readSnapshot as read, type Snapshot } from '@screener/sources/snapshot/snapshot';

/** Reads a snapshot folder. Its quotes name the exchange screener as their source. */
export function readSnapshot(directory: string): ReturnType<typeof read> {
  return read(directory, (text) => parseCsvQuotes(text, { file: EXCHANGE_SCREENER_SOURCE }));
}

/** The exchange rates of a snapshot. */
export function ratesOf({ rates }: Pick<Snapshot, 'rates'>): readonly RateSeries[] {
  return rates.map(({ text, ...series }) => ({ ...series, rates: decodeRates(text) }));
}

/** The month-end closes of a snapshot that has been read before, so that its files are there. */
export async function openMonthEnds(directory: string): Promise<MonthEnds> {
  return readMonthEnds(await readFile(join(directory, MONTH_ENDS_FILE)));
}
