import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays } from '@common/base/calendar';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { annual, companyFacts, MARKET_CAP, NORTHWIND } from '@screener/sources/testing/synthetic-filer';
import type { ScreenerStore } from '../../src/store/store.ts';
import { importFacts } from '../../src/use-cases/import-facts.ts';

const CIK = String(NORTHWIND.cik).padStart(10, '0');
const FIRST_YEAR = 2020;

/** The day after the report of the `count`th year was filed. */
export function dayAfter(count: number): string {
  return addDays(annual(`${FIRST_YEAR + count - 1}-12-31`, 0).filed, 1);
}

/** The made-up filer with prices a few days before each day of `dayAfter`. */
export async function listFiler(store: ScreenerStore): Promise<void> {
  await store.saveTickers([{ symbol: NORTHWIND.symbol, cik: CIK, name: NORTHWIND.name, exchange: 'Nasdaq' }]);
  const days = Array.from({ length: 30 }, (_, index) => dayAfter(index + 1));
  const quotes = days.flatMap((day) =>
    [-5, -1].map((before) => ({
      symbol: NORTHWIND.symbol,
      close: 50,
      currency: 'USD',
      marketCap: MARKET_CAP,
      source: 'made up',
      date: addDays(day, before),
    })),
  );
  await store.saveQuotes(new Map([[NORTHWIND.symbol, quotes]]));
}

/** Imports the filer's reports, one for each year, by its debt, as the SEC would give them that day. */
export async function importReports(
  store: ScreenerStore,
  folder: string,
  debts: readonly number[],
): Promise<void> {
  const reports = debts.map((debt, index) => annual(`${FIRST_YEAR + index}-12-31`, debt));
  const archive = join(folder, `archive-${debts.length}`);
  await mkdir(archive);
  await writeFile(join(archive, `CIK${CIK}.json`), companyFacts(NORTHWIND, reports));
  const imported = await importFacts(store, archive, {
    source: archive,
    wantedTags: STORED_TAGS,
    onProgress: () => undefined,
  });
  assert.ok(imported.ok && imported.value.counts.imported === 1);
  await store.saveDetails([
    { cik: CIK, name: NORTHWIND.name, sic: '3826', sicDescription: 'Instruments', sicSource: 'made up' },
  ]);
}
