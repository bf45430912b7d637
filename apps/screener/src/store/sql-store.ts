import { type Database, transaction } from '@sanad/kit/sql';
import { toInteger, upsert } from '@sanad/kit/sql/portable';
import type { MarketQuote } from '@sanad/screening/facts';
import type { RuleSetId } from '@sanad/screening/methodologies/methodology';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { ScreenerSchema } from './schema.ts';
import type {
  CompanyRecord,
  ImportCounts,
  ImportEntry,
  Listing,
  ScreenerStore,
  StoredScreening,
} from './store.ts';

type Executor = Kysely<ScreenerSchema>;

/** The store on SQLite or PostgreSQL: one set of queries. The schema is there already (see migrations.ts). */
export function createSqlStore(database: Database<ScreenerSchema>): ScreenerStore {
  const { db } = database;
  const write = <Value>(work: (trx: Executor) => Promise<Value>): Promise<Value> =>
    transaction(database, work);
  return {
    async generation() {
      const row = await db.selectFrom('generation').select('value').where('id', '=', 1).executeTakeFirst();
      return row === undefined ? 0 : toInteger(row.value);
    },

    async findListing(symbol) {
      return (await listingQuery(db).where('ticker.symbol', '=', symbol).executeTakeFirst()) ?? null;
    },
    async listingsWithFacts(after, limit) {
      return listingQuery(db)
        .where('company.facts', 'is not', null)
        .where('ticker.symbol', '>', after ?? '')
        .orderBy('ticker.symbol')
        .limit(limit)
        .execute();
    },
    async countListings() {
      const count = sql<unknown>`count(*)`.as('count');
      const listings = await db.selectFrom('ticker').select(count).executeTakeFirstOrThrow();
      const companies = await db
        .selectFrom('company')
        .select(count)
        .where('facts', 'is not', null)
        .executeTakeFirstOrThrow();
      return { listings: toInteger(listings.count), companies: toInteger(companies.count) };
    },
    async facts(cik) {
      const row = await db.selectFrom('company').select('facts').where('cik', '=', cik).executeTakeFirst();
      return row?.facts ?? null;
    },
    async quotes(symbol) {
      const row = await db
        .selectFrom('quote_series')
        .select('quotes')
        .where('symbol', '=', symbol)
        .executeTakeFirst();
      return row === undefined ? [] : decodeQuotes(symbol, row.quotes);
    },

    saveCompanies: (companies) =>
      write(async (trx) => {
        await upsertCompanies(trx, companies);
        await bump(trx);
      }),
    saveDetails: (details) =>
      write(async (trx) => {
        const rows = details.map((row) => ({
          cik: row.cik,
          name: row.name,
          sic: row.sic,
          sic_description: row.sicDescription,
          sic_source: row.sicSource,
        }));
        await upsert(trx, 'company', rows, ['cik']);
        await bump(trx);
      }),
    saveTickers: (tickers) =>
      write(async (trx) => {
        await upsert(trx, 'ticker', tickers, ['symbol']);
        await bump(trx);
      }),
    saveQuotes: (quotes) =>
      write(async (trx) => {
        const rows = [...quotes].map(([symbol, series]) => ({ symbol, quotes: encodeQuotes(series) }));
        await upsert(trx, 'quote_series', rows, ['symbol']);
        await bump(trx);
      }),

    async importedEntries(source) {
      const rows = await db.selectFrom('import_entry').select('name').where('source', '=', source).execute();
      return new Set(rows.map((row) => row.name));
    },
    saveImportBatch: (source, entries) =>
      write(async (trx) => {
        const decided = await decideOutcomes(trx, entries);
        const companies = decided
          .filter((entry) => entry.outcome === 'imported')
          .map((entry) => entry.company);
        await upsertCompanies(
          trx,
          companies.filter((company) => company !== null),
        );
        const rows = decided.map(({ name, outcome, message }) => ({ source, name, outcome, message }));
        await upsert(trx, 'import_entry', rows, ['source', 'name']);
        if (companies.length > 0) await bump(trx);
        return tally(decided.map((entry) => [entry.outcome, 1] as const));
      }),
    async importCounts(source) {
      const rows = await db
        .selectFrom('import_entry')
        .select(['outcome', sql<unknown>`count(*)`.as('count')])
        .where('source', '=', source)
        .groupBy('outcome')
        .execute();
      return tally(rows.map((row) => [row.outcome as ImportEntry['outcome'], toInteger(row.count)] as const));
    },

    async latestScreening(symbol, rules, asOf) {
      const row = await db
        .selectFrom('screening')
        .selectAll()
        .where('symbol', '=', symbol)
        .where('rules', '=', rules)
        .where('as_of', '<=', asOf)
        .orderBy('as_of', 'desc')
        .orderBy('recorded_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : decodeScreening(row);
    },
    async screenings(symbol, rules, limit) {
      const rows = await db
        .selectFrom('screening')
        .selectAll()
        .where('symbol', '=', symbol)
        .where('rules', '=', rules)
        .orderBy('as_of', 'desc')
        .orderBy('recorded_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(decodeScreening);
    },
    saveScreenings: (screenings) => write((trx) => insertScreenings(trx, screenings)),
    replaceBackfill: (symbol, rules, screenings) =>
      write(async (trx) => {
        await trx
          .deleteFrom('screening')
          .where('symbol', '=', symbol)
          .where('rules', '=', rules)
          .where('origin', '=', 'backfill')
          .execute();
        await insertScreenings(trx, screenings);
      }),

    async factsCheckedAt(cik) {
      const row = await db
        .selectFrom('sec_check')
        .select('checked_at')
        .where('cik', '=', cik)
        .executeTakeFirst();
      return row === undefined ? null : toInteger(row.checked_at);
    },
    saveFactsCheckedAt: (cik, at) =>
      write((trx) => upsert(trx, 'sec_check', [{ cik, checked_at: at }], ['cik'])),

    async setting(name) {
      const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value ?? null;
    },
    saveSetting: (name, value) => write((trx) => upsert(trx, 'setting', [{ name, value }], ['name'])),
  };
}

function listingQuery(db: Executor) {
  return db
    .selectFrom('ticker')
    .leftJoin('company', 'company.cik', 'ticker.cik')
    .select([
      'ticker.symbol as symbol',
      'ticker.cik as cik',
      sql<string>`coalesce(company.name, ticker.name)`.as('name'),
      'ticker.exchange as exchange',
      'company.sic as sic',
      'company.sic_description as sicDescription',
      'company.sic_source as sicSource',
      'company.facts_through as factsThrough',
    ])
    .$castTo<Listing>();
}

async function upsertCompanies(trx: Executor, companies: readonly CompanyRecord[]): Promise<void> {
  const rows = companies.map((company) => ({
    cik: company.cik,
    name: company.name,
    facts: company.facts,
    facts_hash: company.factsHash,
    facts_through: company.factsThrough,
  }));
  await upsert(trx, 'company', rows, ['cik']);
}

/** An entry with the facts at hand is `unchanged`; one with older facts is `superseded`. */
async function decideOutcomes(
  trx: Executor,
  entries: readonly ImportEntry[],
): Promise<readonly ImportEntry[]> {
  const ciks = entries.flatMap((entry) => (entry.company === null ? [] : [entry.company.cik]));
  const rows =
    ciks.length === 0
      ? []
      : await trx
          .selectFrom('company')
          .select(['cik', 'facts_hash', 'facts_through'])
          .where('cik', 'in', ciks)
          .execute();
  const atHand = new Map(rows.map((row) => [row.cik, row]));
  return entries.map((entry) => {
    const { company } = entry;
    if (company === null) return entry;
    const known = atHand.get(company.cik);
    if (known?.facts_hash === company.factsHash) return { ...entry, outcome: 'unchanged' };
    if (known !== undefined && (known.facts_through ?? '') > (company.factsThrough ?? '')) {
      return { ...entry, outcome: 'superseded' };
    }
    // A later entry of the same batch is held against this one.
    atHand.set(company.cik, {
      cik: company.cik,
      facts_hash: company.factsHash,
      facts_through: company.factsThrough,
    });
    return { ...entry, outcome: 'imported' };
  });
}

function tally(outcomes: readonly (readonly [ImportEntry['outcome'], number])[]): ImportCounts {
  const counts = { imported: 0, unchanged: 0, superseded: 0, refused: 0 };
  for (const [outcome, count] of outcomes) counts[outcome] += count;
  return counts;
}

async function insertScreenings(trx: Executor, screenings: readonly StoredScreening[]): Promise<number> {
  let added = 0;
  for (const stored of screenings) {
    const result = await trx
      .insertInto('screening')
      .values({
        symbol: stored.symbol,
        rules: stored.rules,
        as_of: stored.asOf,
        fingerprint: stored.fingerprint,
        recorded_at: stored.recordedAt,
        screening: JSON.stringify(stored.screening),
        changes: stored.changes === null ? null : JSON.stringify(stored.changes),
        origin: stored.origin,
      })
      .onConflict((conflict) => conflict.columns(['symbol', 'rules', 'as_of', 'fingerprint']).doNothing())
      .executeTakeFirst();
    added += Number(result.numInsertedOrUpdatedRows ?? 0);
  }
  return added;
}

async function bump(trx: Executor): Promise<void> {
  await trx
    .insertInto('generation')
    .values({ id: 1, value: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value: sql<number>`generation.value + 1` }))
    .execute();
}

function decodeScreening(row: Selectable<ScreenerSchema['screening']>): StoredScreening {
  return {
    symbol: row.symbol,
    rules: row.rules as RuleSetId,
    asOf: row.as_of,
    fingerprint: row.fingerprint,
    recordedAt: toInteger(row.recorded_at),
    screening: JSON.parse(row.screening),
    changes: row.changes === null ? null : JSON.parse(row.changes),
    origin: row.origin as StoredScreening['origin'],
  };
}

/** `[currency, source, [date, close, marketCap], ...]` per run of equal currency and source. */
function encodeQuotes(quotes: readonly MarketQuote[]): string {
  const runs: unknown[][] = [];
  for (const quote of [...quotes].sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const last = runs.at(-1);
    const row = [quote.date, quote.close, quote.marketCap];
    if (last !== undefined && last[0] === quote.currency && last[1] === quote.source) last.push(row);
    else runs.push([quote.currency, quote.source, row]);
  }
  return JSON.stringify(runs);
}

function decodeQuotes(symbol: string, text: string): readonly MarketQuote[] {
  const runs = JSON.parse(text) as readonly [
    string,
    string,
    ...(readonly [string, number, number | null])[],
  ][];
  return runs.flatMap(([currency, source, ...rows]) =>
    rows.map(([date, close, marketCap]) => ({ symbol, date, close, currency, marketCap, source })),
  );
}
