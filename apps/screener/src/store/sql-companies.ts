import { type Database, transaction } from '@sanad/kit/sql';
import { toInteger, upsert } from '@sanad/kit/sql/portable';
import type { MarketQuote } from '@sanad/screening/facts';
import { type Kysely, sql } from 'kysely';
import type { ScreenerSchema } from './schema.ts';
import type { CompanyRecord, Listing, ScreenerStore } from './store.ts';

/** A connection or a transaction. */
export type Executor = Kysely<ScreenerSchema>;

export type CompanyReads = Pick<
  ScreenerStore,
  'generation' | 'findListing' | 'listingsWithFacts' | 'countListings' | 'facts' | 'quotes'
>;

export type CompanyWrites = Pick<
  ScreenerStore,
  'saveCompanies' | 'saveDetails' | 'saveTickers' | 'saveQuotes'
>;

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
    async quotes(symbol) {
      const row = await db
        .selectFrom('quote_series')
        .select('quotes')
        .where('symbol', '=', symbol)
        .executeTakeFirst();
      return row === undefined ? [] : decodeQuotes(symbol, row.quotes);
    },
  };
}

export function writeCompanies(database: Database<ScreenerSchema>): CompanyWrites {
  const write = <Value>(work: (trx: Executor) => Promise<Value>): Promise<Value> =>
    transaction(database, work);
  return {
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

export async function upsertCompanies(trx: Executor, companies: readonly CompanyRecord[]): Promise<void> {
  const rows = companies.map((company) => ({
    cik: company.cik,
    name: company.name,
    facts: company.facts,
    facts_hash: company.factsHash,
    facts_through: company.factsThrough,
  }));
  await upsert(trx, 'company', rows, ['cik']);
}

/** Tells all processes that answers may have changed. */
export async function bump(trx: Executor): Promise<void> {
  await trx
    .insertInto('generation')
    .values({ id: 1, value: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value: sql<number>`generation.value + 1` }))
    .execute();
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
