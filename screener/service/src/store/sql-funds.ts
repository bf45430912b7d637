import { type Database, transaction } from '@common/kit/sql/database';
import { upsert } from '@common/kit/sql/portable';
import type { Selectable } from 'kysely';
import type { ScreenerSchema } from './schema.ts';
import {
  bump,
  changedRows,
  decodeQuotes,
  type Executor,
  KEYS_PER_QUERY,
  listingQuery,
} from './sql-companies.ts';
import { listingClosesOf, withListingCloses } from './sql-listing-closes.ts';
import type { FundReportRecord, FundStore, ListingName } from './store.ts';

export function fundOperations(database: Database<ScreenerSchema>): FundStore {
  return { ...readFunds(database.db), ...writeFunds(database), ...readMany(database.db) };
}

type FundWrites = Pick<FundStore, 'saveFundClasses' | 'saveFundReport' | 'saveSecurityNumbers'>;
type FundReads = Pick<FundStore, 'findFund' | 'classesWithReports' | 'newestFundReport'>;

function readFunds(db: Executor): FundReads {
  return {
    async findFund(symbol) {
      return (await classQuery(db).where('symbol', '=', symbol).executeTakeFirst()) ?? null;
    },
    classesWithReports: () =>
      classQuery(db)
        .where('fund', 'in', ({ selectFrom }) => selectFrom('fund_report').select('fund'))
        .orderBy('symbol')
        .execute(),
    async newestFundReport(fund, asOf) {
      const row = await db
        .selectFrom('fund_report')
        .selectAll()
        .where('fund', '=', fund)
        .where('period_end', '<=', asOf)
        .where(({ or, eb }) => or([eb('filed', 'is', null), eb('filed', '<=', asOf)]))
        .orderBy('period_end', 'desc')
        // An amendment is filed later; a report with a known filing comes before one without.
        .orderBy((eb) => eb.fn.coalesce('filed', eb.val('')), 'desc')
        .orderBy('content_hash')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : reportOf(row);
    },
  };
}

function classQuery(db: Executor) {
  return db.selectFrom('fund_class').select(['symbol', 'fund', 'class_id as classId', 'cik']);
}

function writeFunds(database: Database<ScreenerSchema>): FundWrites {
  return {
    saveFundClasses: (classes) =>
      transaction(database, async (trx) => {
        const rows = classes.map(({ symbol, fund, classId, cik }) => ({
          symbol,
          fund,
          class_id: classId,
          cik,
        }));
        const changed = await changedRows(trx, 'fund_class', rows, ['symbol', 'fund', 'class_id', 'cik']);
        await upsert(trx, 'fund_class', changed, ['symbol']);
        if (changed.length > 0) await bump(trx);
      }),
    saveFundReport: (report) =>
      transaction(database, async (trx) => {
        const known = await trx
          .selectFrom('fund_report')
          .select(['filed', 'accession', 'source_url'])
          .where('fund', '=', report.fund)
          .where('period_end', '=', report.periodEnd)
          .where('content_hash', '=', report.contentHash)
          .executeTakeFirst();
        const filed = known?.filed ?? report.filed;
        const accession = known?.accession ?? report.accession;
        const sourceUrl = known?.source_url ?? report.sourceUrl;
        const isKnown =
          known !== undefined &&
          known.filed === filed &&
          known.accession === accession &&
          known.source_url === sourceUrl;
        if (isKnown) return false;
        await upsert(
          trx,
          'fund_report',
          [
            {
              fund: report.fund,
              period_end: report.periodEnd,
              content_hash: report.contentHash,
              filed,
              accession,
              source_url: sourceUrl,
              content: report.content,
            },
          ],
          ['fund', 'period_end', 'content_hash'],
        );
        await bump(trx);
        return true;
      }),
    saveSecurityNumbers: (numbers) =>
      transaction(database, async (trx) => {
        const known = new Set(
          (await numbersAmong(trx, [...new Set(numbers.map(({ number }) => number))])).map(pairOf),
        );
        const fresh = numbers.filter((entry) => !known.has(pairOf(entry)));
        await upsert(
          trx,
          'security_number',
          fresh.map(({ number, symbol }) => ({ number, symbol })),
          ['number', 'symbol'],
        );
        if (fresh.length > 0) await bump(trx);
      }),
  };
}

function readMany(db: Executor): Omit<FundStore, keyof FundWrites | keyof FundReads> {
  return {
    securityNumbers: (numbers) => numbersAmong(db, numbers),
    listingsOf: (symbols) =>
      inChunks(symbols, (chunk) => listingQuery(db).where('ticker.symbol', 'in', chunk).execute()),
    async listingNames() {
      const rows = await db
        .selectFrom('ticker')
        .leftJoin('company', 'company.cik', 'ticker.cik')
        .select(['ticker.symbol', 'ticker.cik', 'ticker.name', 'company.name as filer'])
        .execute();
      return rows.map(
        ({ symbol, cik, name, filer }): ListingName => ({
          symbol,
          cik,
          names: filer === null || filer === name ? [name] : [name, filer],
        }),
      );
    },
    async factsOf(ciks) {
      const rows = await inChunks(ciks, (chunk) =>
        db
          .selectFrom('company')
          .select(['cik', 'facts'])
          .where('cik', 'in', chunk)
          .where('facts', 'is not', null)
          .execute(),
      );
      return new Map(rows.flatMap(({ cik, facts }) => (facts === null ? [] : [[cik, facts] as const])));
    },
    async quotesOf(symbols) {
      const rows = await inChunks(symbols, (chunk) =>
        db.selectFrom('quote_series').selectAll().where('symbol', 'in', chunk).execute(),
      );
      const series = new Map(rows.map(({ symbol, quotes }) => [symbol, decodeQuotes(symbol, quotes)]));
      const listed = await listingClosesOf(db, symbols);
      const found = symbols.filter((symbol) => series.has(symbol) || listed.has(symbol));
      return new Map(
        found.map((symbol) => [
          symbol,
          withListingCloses(series.get(symbol) ?? [], listed.get(symbol) ?? []),
        ]),
      );
    },
  };
}

function numbersAmong(db: Executor, numbers: readonly string[]) {
  return inChunks(numbers, (chunk) =>
    db.selectFrom('security_number').select(['number', 'symbol']).where('number', 'in', chunk).execute(),
  );
}

function pairOf({ number, symbol }: { readonly number: string; readonly symbol: string }): string {
  return `${number} ${symbol}`;
}

async function inChunks<Row>(
  keys: readonly string[],
  read: (chunk: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += KEYS_PER_QUERY) {
    rows.push(...(await read(keys.slice(start, start + KEYS_PER_QUERY))));
  }
  return rows;
}

function reportOf(row: Selectable<ScreenerSchema['fund_report']>): FundReportRecord {
  return {
    fund: row.fund,
    periodEnd: row.period_end,
    contentHash: row.content_hash,
    filed: row.filed,
    accession: row.accession,
    sourceUrl: row.source_url,
    content: row.content,
  };
}
