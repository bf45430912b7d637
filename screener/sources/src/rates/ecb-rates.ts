import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { type CalendarDate, isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import type { RateSeries } from '@screener/engine/rates/rate-series';
import yauzl from 'yauzl';

/** The ECB's whole history of daily reference rates: a zip of one CSV, replaced on every TARGET day about 16:00 CET. */
export const ECB_HISTORY_URL = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip';

export type RatesRefusal = 'rates_unreadable';

const FILE = 'eurofxref-hist.csv';
/** About 1.9 MB in 2026. */
const FILE_BYTES_LIMIT = 32 * 1024 * 1024;
/** What the ECB writes where it has no rate. */
const NO_RATE = 'N/A';
const RATE = /^\d{1,12}(?:\.\d{1,12})?$/;
const CURRENCY = /^[A-Z]{3}$/;
/** Reports before 2009 have no XBRL, so no older rate is asked for. */
const SINCE: CalendarDate = '2009-01-01';

/** Reads `eurofxref-hist.zip` from disk. */
export async function readEcbFile(path: string): Promise<Result<readonly RateSeries[], RatesRefusal>> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    return unreadable(basename(path), `it cannot be read (${messageOf(error)})`);
  }
  return readEcbZip(bytes, basename(path));
}

/** Reads the bytes of `eurofxref-hist.zip`. `name` is how a refusal calls the file. */
export async function readEcbZip(
  bytes: Uint8Array,
  name: string,
): Promise<Result<readonly RateSeries[], RatesRefusal>> {
  try {
    return parseEcbCsv(await unzipped(bytes), name);
  } catch (error) {
    return unreadable(name, messageOf(error));
  }
}

async function unzipped(bytes: Uint8Array): Promise<string> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== FILE) continue;
    if (entry.uncompressedSize > FILE_BYTES_LIMIT) {
      throw new Error(`${FILE} has ${entry.uncompressedSize} bytes; the limit is ${FILE_BYTES_LIMIT}`);
    }
    return await text(await zip.openReadStreamPromise(entry));
  }
  throw new Error(`it contains no ${FILE}`);
}

/**
 * Reads the table of rates: a column for each currency, a row for each day, units of the currency for one euro. A cell
 * that is neither a rate nor `N/A` refuses the file.
 */
export function parseEcbCsv(csv: string, name: string): Result<readonly RateSeries[], RatesRefusal> {
  const [header = '', ...lines] = csv.trim().split(/\r?\n/);
  const [first, ...currencies] = cellsOf(header);
  if (first !== 'Date' || currencies.length === 0 || !currencies.every((code) => CURRENCY.test(code))) {
    return unreadable(name, 'its first line is not Date and codes of currencies');
  }
  const columns = currencies.map((): [CalendarDate, number][] => []);
  for (const [index, line] of lines.entries()) {
    const [date = '', ...cells] = cellsOf(line);
    if (!isCalendarDate(date) || cells.length !== currencies.length) {
      return unreadable(name, `line ${index + 2} is not a date and ${currencies.length} rates`);
    }
    if (date < SINCE) continue;
    for (const [at, cell] of cells.entries()) {
      if (cell === NO_RATE || cell === '') continue;
      const value = RATE.test(cell) ? Number(cell) : 0;
      if (value <= 0) return unreadable(name, `line ${index + 2} gives ${currencies[at]} no positive rate`);
      columns[at]?.push([date, value]);
    }
  }
  return ok(
    currencies.flatMap((currency, at): readonly RateSeries[] => {
      const rates = columns[at]?.sort(([a], [b]) => (a < b ? -1 : 1)) ?? [];
      return rates.length === 0 ? [] : [{ currency, source: 'ecb', rates }];
    }),
  );
}

/** Every line of the file ends in a comma. */
function cellsOf(line: string): readonly string[] {
  return line
    .replace(/,\s*$/, '')
    .split(',')
    .map((cell) => cell.trim());
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function unreadable(name: string, reason: string): Result<never, RatesRefusal> {
  return fail('rates_unreadable', `${name}: ${reason}; fetch it again from ${ECB_HISTORY_URL}`);
}
