import { fail, ok, type Result } from '@common/base/result';
import type { MarketQuote } from '@screener/engine/facts';
import { readSnapshotId, type Snapshot, type SnapshotFiler } from '@screener/sources/snapshot/snapshot';
import type {
  BackfilledHistory,
  CompanyRecord,
  ImportEntry,
  ScreenerStore,
  StoredScreening,
} from '../store/store.ts';
import { saveFundReport } from './import-fund-report.ts';
import { TICKERS_CHECKED_AT, toCompanyRecord } from './live-facts.ts';
import { FUND_TICKERS_CHECKED_AT } from './live-funds.ts';
import { SNAPSHOT_AS_OF } from './present.ts';
import { readSnapshot } from './read-snapshot.ts';
import { DATA_SOURCE } from './screen-ticker.ts';

const SNAPSHOT_ID = 'snapshot_id';

/**
 * Fills the store from the embedded snapshot, once per snapshot. Better data in the store is kept: newer
 * facts with their history, a filer's industry from its submissions, the operator's own prices. A crash on
 * the way leaves the id unset, and the next start repeats the work, which changes nothing twice.
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
  await seedTickers(store, snapshot);
  const records = snapshot.companies.map(
    ({ facts, completeThrough }): CompanyRecord => ({ ...toCompanyRecord(facts), completeThrough }),
  );
  await seedFacts(store, snapshot, records, `snapshot ${id}`);
  await seedDetails(store, snapshot);
  await seedQuotes(store, snapshot);
  await store.saveRates(snapshot.rates);
  await seedFundTickers(store, snapshot);
  for (const report of snapshot.fundReports) await saveFundReport(store.funds, report);
  await seedHistory(store, snapshot.history as readonly StoredScreening[], records);
  await store.saveSetting(SNAPSHOT_AS_OF, asOf);
  await store.saveSetting(SNAPSHOT_ID, id);
  return ok('seeded');
}

/**
 * Stores the snapshot's facts. Facts that came from the SEC itself stay, unless the snapshot has newer
 * filings.
 */
async function seedFacts(
  store: ScreenerStore,
  { tickers }: Snapshot,
  records: readonly CompanyRecord[],
  source: string,
): Promise<void> {
  // An interrupted start may have recorded these entries; a second import would record them as `unchanged`.
  const known = await store.importedEntries(source);
  const isBulk = (await store.setting(DATA_SOURCE)) === 'sec_bulk';
  const symbolOf = new Map(tickers.map(({ cik, symbol }) => [cik, symbol]));
  const entries: ImportEntry[] = [];
  for (const company of records) {
    const { cik, factsThrough } = company;
    const stored = await store.findListing(symbolOf.get(cik) ?? '');
    const isAsNew = stored?.cik === cik && (stored.factsThrough ?? '') >= (factsThrough ?? '');
    const isFromSec = isBulk || (await store.factsCheckedAt(cik)) !== null;
    if (known.has(`CIK${cik}`) || (isAsNew && isFromSec)) continue;
    entries.push({ name: `CIK${cik}`, outcome: 'imported', message: null, company });
  }
  await store.saveImportBatch(source, entries);
}

/**
 * Stores the snapshot's tickers. A list that was fetched from the SEC is newer: the snapshot adds to it and
 * corrects nothing in it.
 */
async function seedTickers(store: ScreenerStore, { tickers }: Snapshot): Promise<void> {
  if ((await store.setting(TICKERS_CHECKED_AT)) === null) return store.saveTickers(tickers);
  const stored = await store.funds.listingNames();
  const known = new Map(stored.map((row) => [row.symbol, row]));
  const additions = tickers.flatMap((ticker) => {
    const row = known.get(ticker.symbol);
    if (row === undefined) return [ticker];
    return row.cik === ticker.cik ? [{ ...ticker, name: row.names[0] ?? ticker.name }] : [];
  });
  await store.saveTickers(additions);
}

/** A list of funds that was fetched from the SEC is newer: the snapshot adds only the funds that it has reports of. */
async function seedFundTickers(store: ScreenerStore, { funds, fundTickers }: Snapshot): Promise<void> {
  const isNewer = (await store.setting(FUND_TICKERS_CHECKED_AT)) !== null;
  await store.funds.saveFundClasses(
    isNewer ? funds : [...fundTickers, ...withoutTickers(funds, fundTickers)],
  );
}

/** The funds of a snapshot that an earlier version built are in no list of all. */
function withoutTickers(funds: Snapshot['funds'], all: Snapshot['fundTickers']): Snapshot['funds'] {
  const known = new Set(all.map(({ symbol }) => symbol));
  return funds.filter(({ symbol }) => !known.has(symbol));
}

async function seedDetails(store: ScreenerStore, snapshot: Snapshot): Promise<void> {
  const listings = await store.funds.listingsOf(snapshot.tickers.map(({ symbol }) => symbol));
  const known = new Map(listings.map((listing) => [listing.cik, listing]));
  const described = [
    ...snapshot.companies.map(({ facts: _facts, completeThrough: _day, ...details }) => details),
    ...snapshot.filers,
  ];
  await store.saveDetails(
    described.filter((details) => {
      const stored = known.get(details.cik);
      return stored === undefined || rankOfSic(details) >= rankOfSic(stored);
    }),
  );
}

/**
 * Ranks the sources of an industry code. The filer's own submissions are current; the list of filers is of
 * one day; a data set only describes its quarter.
 */
function rankOfSic({ sic, sicSource }: Pick<SnapshotFiler, 'sic' | 'sicSource'>): number {
  if (sic === null) return 0;
  if (sicSource === 'submissions') return 3;
  return sicSource?.startsWith('financial-statement-data-sets') ? 1 : 2;
}

async function seedQuotes(store: ScreenerStore, snapshot: Snapshot): Promise<void> {
  const merged = new Map<string, readonly MarketQuote[]>();
  const stored = await store.funds.quotesOf([...snapshot.quotes.keys()]);
  for (const [symbol, quotes] of snapshot.quotes) {
    const sources = new Set(quotes.map((quote) => quote.source));
    const own = (stored.get(symbol) ?? []).filter((quote) => !sources.has(quote.source));
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
  const listings = await store.funds.listingsOf([...new Set(history.map(({ symbol }) => symbol))]);
  const listingOf = new Map(listings.map((listing) => [listing.symbol, listing]));
  const replaced: BackfilledHistory[] = [];
  for (const screenings of bySeries.values()) {
    const [first] = screenings;
    if (first === undefined) continue;
    const { symbol, rules } = first;
    const listing = listingOf.get(symbol);
    const through = throughOf.get(listing?.cik ?? '') ?? '';
    const reachesFurther = (listing?.factsThrough ?? '') > through;
    // A backfill of newer facts covers all of this history, and more.
    if (reachesFurther && (await store.screenings(symbol, rules, 1)).length > 0) continue;
    replaced.push({ symbol, rules, screenings });
  }
  await store.replaceBackfills(replaced);
}
