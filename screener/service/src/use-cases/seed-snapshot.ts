import { fail, ok, type Result } from '@common/base/result';
import { readSnapshotId, type Snapshot } from '@screener/edgar/snapshot/snapshot';
import type { MarketQuote } from '@screener/engine/facts';
import type {
  CompanyDetails,
  CompanyRecord,
  ImportEntry,
  ScreenerStore,
  StoredScreening,
} from '../store/store.ts';
import { saveFundReport } from './import-fund-report.ts';
import { toCompanyRecord } from './live-facts.ts';
import { readSnapshot } from './read-snapshot.ts';
import { SNAPSHOT_AS_OF } from './screen-ticker.ts';

const SNAPSHOT_ID = 'snapshot_id';

/**
 * Fills the store from the embedded snapshot, once per snapshot. Better data in the store is kept: newer facts with
 * their history, a filer's industry from its submissions, the operator's own prices. A crash in the middle leaves the
 * id unset, and the next start does it again, which changes nothing twice.
 */
export async function seedSnapshot(
  store: ScreenerStore,
  directory: string,
): Promise<Result<'seeded' | 'present', 'snapshot_unreadable'>> {
  const identified = await readSnapshotId(directory);
  if (!identified.ok) return identified;
  const { id, asOf } = identified.value;
  if ((await store.setting(SNAPSHOT_ID)) === id) return ok('present');
  const read = await readSnapshot(directory);
  if (!read.ok) return fail(read.error.code, read.error.message);
  const snapshot = read.value;
  await store.saveTickers(snapshot.tickers);
  const source = `snapshot ${id}`;
  // An interrupted start may have recorded them: imported again, they would be recorded as `unchanged`.
  const known = await store.importedEntries(source);
  const records = snapshot.companies.map(({ facts }) => toCompanyRecord(facts));
  const entries = records.map(
    (company): ImportEntry => ({
      name: `CIK${company.cik}`,
      outcome: 'imported',
      message: null,
      company,
    }),
  );
  await store.saveImportBatch(
    source,
    entries.filter(({ name }) => !known.has(name)),
  );
  await seedDetails(store, snapshot);
  await seedQuotes(store, snapshot);
  await store.funds.saveFundClasses(snapshot.funds);
  for (const report of snapshot.fundReports) await saveFundReport(store.funds, report);
  await seedHistory(store, snapshot.history as readonly StoredScreening[], records);
  await store.saveSetting(SNAPSHOT_AS_OF, asOf);
  await store.saveSetting(SNAPSHOT_ID, id);
  return ok('seeded');
}

async function seedDetails(store: ScreenerStore, snapshot: Snapshot): Promise<void> {
  const symbolOf = new Map(snapshot.tickers.map(({ cik, symbol }) => [cik, symbol]));
  const wanted: CompanyDetails[] = [];
  for (const { facts: _facts, ...details } of snapshot.companies) {
    const known = await store.findListing(symbolOf.get(details.cik) ?? '');
    if (known === null || rankOfSic(details) >= rankOfSic(known)) wanted.push(details);
  }
  await store.saveDetails(wanted);
}

/** The filer's own submissions are current; a data set only describes its quarter. */
function rankOfSic({ sic, sicSource }: Pick<CompanyDetails, 'sic' | 'sicSource'>): number {
  if (sic === null) return 0;
  return sicSource === 'submissions' ? 2 : 1;
}

async function seedQuotes(store: ScreenerStore, snapshot: Snapshot): Promise<void> {
  const merged = new Map<string, readonly MarketQuote[]>();
  for (const [symbol, quotes] of snapshot.quotes) {
    const sources = new Set(quotes.map((quote) => quote.source));
    const own = (await store.quotes(symbol)).filter((quote) => !sources.has(quote.source));
    const dates = new Set(own.map((quote) => quote.date));
    merged.set(symbol, [...own, ...quotes.filter((quote) => !dates.has(quote.date))]);
  }
  await store.saveQuotes(merged);
}

async function seedHistory(
  store: ScreenerStore,
  history: readonly StoredScreening[],
  companies: readonly CompanyRecord[],
): Promise<void> {
  const throughOf = new Map(companies.map(({ cik, factsThrough }) => [cik, factsThrough]));
  const bySeries = Map.groupBy(history, ({ symbol, rules }) => `${symbol} ${rules}`);
  for (const rows of bySeries.values()) {
    const [first] = rows;
    if (first === undefined) continue;
    const { symbol, rules } = first;
    const listing = await store.findListing(symbol);
    const through = throughOf.get(listing?.cik ?? '') ?? '';
    const reachesFurther = (listing?.factsThrough ?? '') > through;
    // A backfill of newer facts covers all of this one, and more.
    if (reachesFurther && (await store.screenings(symbol, rules, 1)).length > 0) continue;
    await store.replaceBackfill(symbol, rules, rows);
  }
}
