import { type Database, transaction } from '@common/kit/sql/database';
import { toInteger, upsert } from '@common/kit/sql/portable';
import type { MarketQuote } from '@screener/engine/facts';
import { type Kysely, sql } from 'kysely';
import type { ScreenerSchema } from './schema.ts';
import { listingClosesOf, withListingCloses } from './sql-listing-closes.ts';
import type { CompanyRecord, Listing, ScreenerStore, TickerRecord } from './store.ts';

/** Keys per query; both engines accept this many parameters. */
export const KEYS_PER_QUERY = 1_000;

/** A connection or a transaction. */
export type Executor = Kysely<ScreenerSchema>;

type CompanyReads = Pick<
  ScreenerStore,
  'generation' | 'findListing' | 'listingsWithFacts' | 'countListings' | 'facts' | 'quotes' | 'closes'
>;

type CompanyWrites = Pick<ScreenerStore, 'saveCompanies' | 'saveDetails' | 'saveTickers' | 'saveQuotes'>;

export function readCompanies(db: Executor): CompanyReads {
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
    quotes: (symbol) => seriesOf(db, symbol),
    async closes(symbol) {
      const [series, listed] = await Promise.all([seriesOf(db, symbol), listingClosesOf(db, [symbol])]);
      return withListingCloses(series, listed.get(symbol) ?? []);
    },
  };
}

export function writeCompanies(database: Database<ScreenerSchema>): CompanyWrites {
  const write = <Value>(work: (trx: Executor) => Promise<Value>): Promise<Value> =>
    transaction(database, work);
  return {
    saveCompanies: (companies) =>
      write(async (trx) => {
        const rows = await withKnownDay(trx, companies.map(companyRow));
        // The name is part of the hashed bytes; the stored name may come from the details.
        const columns = ['cik', 'facts_hash', 'facts_through', 'complete_through'] as const;
        const changed = await changedRows(trx, 'company', rows, columns);
        await upsert(trx, 'company', changed, ['cik']);
        if (changed.length > 0) await bump(trx);
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
        const columns = ['cik', 'name', 'sic', 'sic_description', 'sic_source'] as const;
        const changed = await changedRows(trx, 'company', rows, columns);
        await upsert(trx, 'company', changed, ['cik']);
        if (changed.length > 0) await bump(trx);
      }),
    saveTickers: (tickers) =>
      write(async (trx) => {
        const rows = await withKnownListing(trx, tickers);
        const columns = ['symbol', 'cik', 'name', 'exchange', 'sector'] as const;
        const changed = await changedRows(trx, 'ticker', rows, columns);
        await upsert(trx, 'ticker', changed, ['symbol']);
        if (changed.length > 0) await bump(trx);
      }),
    saveQuotes: (quotes) =>
      write(async (trx) => {
        const rows = [...quotes].map(([symbol, series]) => ({ symbol, quotes: encodeQuotes(series) }));
        const changed = await changedRows(trx, 'quote_series', rows, ['symbol', 'quotes']);
        await upsert(trx, 'quote_series', changed, ['symbol']);
        if (changed.length > 0) await bump(trx);
      }),
  };
}

async function seriesOf(db: Executor, symbol: string): Promise<readonly MarketQuote[]> {
  const row = await db
    .selectFrom('quote_series')
    .select('quotes')
    .where('symbol', '=', symbol)
    .executeTakeFirst();
  return row === undefined ? [] : decodeQuotes(symbol, row.quotes);
}

export function listingQuery(db: Executor) {
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
      'ticker.sector as sector',
      'company.facts_through as factsThrough',
      'company.complete_through as completeThrough',
    ])
    .$castTo<Listing>();
}

export async function upsertCompanies(trx: Executor, companies: readonly CompanyRecord[]): Promise<void> {
  await upsert(trx, 'company', companies.map(companyRow), ['cik']);
}

function companyRow(company: CompanyRecord) {
  return {
    cik: company.cik,
    name: company.name,
    facts: company.facts,
    facts_hash: company.factsHash,
    facts_through: company.factsThrough,
    complete_through: company.completeThrough ?? null,
  };
}

/**
 * Keeps the day through which facts are known to be complete, if a source gives the same facts without such a
 * day.
 */
async function withKnownDay(trx: Executor, rows: readonly ReturnType<typeof companyRow>[]) {
  const known = await rowsByKey(trx, 'company', ['cik', 'facts_hash', 'complete_through'], rows);
  return rows.map((row) => {
    const stored = known.get(row.cik);
    const day = stored?.facts_hash === row.facts_hash ? stored.complete_through : null;
    return { ...row, complete_through: row.complete_through ?? day };
  });
}

/**
 * Keeps the exchange and sector of a ticker if a list does not give them, unless the filer is another one.
 */
async function withKnownListing(
  trx: Executor,
  tickers: readonly TickerRecord[],
): Promise<readonly Required<TickerRecord>[]> {
  const rows = tickers.map((ticker) => ({ ...ticker, sector: ticker.sector ?? null }));
  const known = await rowsByKey(trx, 'ticker', ['symbol', 'cik', 'exchange', 'sector'], rows);
  return rows.map((row) => {
    const stored = known.get(row.symbol);
    if (stored?.cik !== row.cik) return row;
    return { ...row, exchange: row.exchange ?? stored.exchange, sector: row.sector ?? stored.sector };
  });
}

/**
 * Returns the rows that are new or differ from the stored ones in a column of `compared`, whose first column
 * is the key. Unchanged rows must not raise the generation, because each raise discards every cached answer.
 */
export async function changedRows<Row extends object>(
  trx: Executor,
  table: keyof ScreenerSchema & string,
  rows: readonly Row[],
  compared: readonly (keyof Row & string)[],
): Promise<readonly Row[]> {
  const [key] = compared;
  if (key === undefined) throw new Error('no key to find rows by');
  const wanted = [...new Map(rows.map((row) => [row[key], row])).values()];
  const atHand = await rowsByKey(trx, table, compared, wanted);
  return wanted.filter((row) => {
    const known = atHand.get(row[key]);
    return known === undefined || compared.some((column) => known[column] !== row[column]);
  });
}

/**
 * Reads the stored rows with the keys of `rows`, by key. `columns` are read, and the first of them is the
 * key.
 */
async function rowsByKey<Row extends object, Column extends keyof Row & string>(
  trx: Executor,
  table: keyof ScreenerSchema & string,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<ReadonlyMap<Row[Column], Readonly<Record<Column, Row[Column]>>>> {
  const [key] = columns;
  if (key === undefined) throw new Error('no key to find rows by');
  // The generic table type is not specific enough for Kysely.
  const untyped = trx as unknown as Kysely<Record<string, Record<string, string>>>;
  const atHand = new Map<Row[Column], Readonly<Record<Column, Row[Column]>>>();
  for (let start = 0; start < rows.length; start += KEYS_PER_QUERY) {
    const keys = rows.slice(start, start + KEYS_PER_QUERY).map((row) => String(row[key]));
    const found = await untyped
      .selectFrom<string>(table)
      .select<string>(columns)
      .where(key as string, 'in', keys)
      .execute();
    for (const row of found as unknown as readonly Readonly<Record<Column, Row[Column]>>[]) {
      atHand.set(row[key], row);
    }
  }
  return atHand;
}

/** Raises the generation, by which all processes notice that answers may have changed. */
export async function bump(trx: Executor): Promise<void> {
  await trx
    .insertInto('generation')
    .values({ id: 1, value: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value: sql<number>`generation.value + 1` }))
    .execute();
}

/**
 * Encodes a series as `[currency, source, [date, close, marketCap], ...]` for each run of equal currency and
 * source.
 */
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

/** How many characters at the end of a stored series surely contain its newest quote. */
export const NEWEST_QUOTE_CHARACTERS = 100;

/**
 * Reads the capitalisation in the newest quote from the last characters of a series; null if the quote gives
 * none.
 */
export function newestMarketCap(end: string): number | null {
  const [, digits] = /,(\d[\d.e+]*)\]\]\]$/.exec(end) ?? [];
  return digits === undefined ? null : Number(digits);
}

export function decodeQuotes(symbol: string, text: string): readonly MarketQuote[] {
  const runs = JSON.parse(text) as readonly [
    string,
    string,
    ...(readonly [string, number, number | null])[],
  ][];
  return runs.flatMap(([currency, source, ...rows]) =>
    rows.map(([date, close, marketCap]) => ({ symbol, date, close, currency, marketCap, source })),
  );
}
