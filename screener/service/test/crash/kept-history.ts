import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addMonths } from '@common/base/calendar';
import { toCompanyRecord } from '@screener/service/use-cases/live-facts';
import { DATA_SOURCE } from '@screener/service/use-cases/screen-ticker';
import { readSnapshot } from '../../src/use-cases/read-snapshot.ts';
import { withStore } from './programs/open-store.ts';
import { live, type ProgramRun, program } from './programs.ts';
import { type StoredRows, storedRows } from './stored-rows.ts';

const SNAPSHOT = fileURLToPath(new URL('../../../data/snapshot', import.meta.url));
export const SYMBOLS = ['AAPL', 'SNOW', 'TSM', 'BA', 'GOOG', 'GOOGL'];
/** Simulated todays, one per quarter. */
const QUARTERS = 17;
export const UNTIL = '2026-02-01';
const FROM = addMonths(UNTIL, -3 * (QUARTERS - 1));
export const ANSWERS = QUARTERS * SYMBOLS.length * 2;
export const TABLES = ['screening'] as const;

/** Screens each ticker on each of the days, in the database. */
export function screenings(url: string, folder: string): ProgramRun {
  return { entry: program('keep-screenings'), args: [url, FROM, UNTIL], codeCache: join(folder, 'code') };
}

/** A store whose screenings nothing disturbed, and its rows. */
export async function keepCalmly(
  folder: string,
): Promise<{ readonly file: string; readonly url: string; readonly rows: StoredRows }> {
  const file = join(folder, 'calm.sqlite');
  const url = `sqlite:${file}`;
  await fill(url);
  await live(screenings(url, folder), null);
  const rows = await storedRows(url, TABLES);
  assert.ok((rows.screening?.length ?? 0) > ANSWERS / 2);
  return { file, url, rows };
}

/** Facts, quotes and tickers of a few real companies, and no history. */
export async function fill(url: string): Promise<void> {
  const snapshot = await readSnapshot(SNAPSHOT);
  assert.ok(snapshot.ok);
  const { tickers, companies, quotes } = snapshot.value;
  const listed = tickers.filter(({ symbol }) => SYMBOLS.includes(symbol));
  assert.equal(listed.length, SYMBOLS.length);
  const ciks = new Set(listed.map(({ cik }) => cik));
  const screened = companies.filter(({ cik }) => ciks.has(cik));
  await withStore(url, async ({ store }) => {
    await store.saveTickers(listed);
    await store.saveCompanies(screened.map(({ facts }) => toCompanyRecord(facts)));
    await store.saveDetails(screened.map(({ facts: _facts, ...details }) => details));
    await store.saveQuotes(new Map([...quotes].filter(([symbol]) => SYMBOLS.includes(symbol))));
    // Makes the present the program's clock instead of the snapshot's date.
    await store.saveSetting(DATA_SOURCE, 'sec_bulk');
  });
}
