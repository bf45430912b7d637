import { fundName } from '@screener/sources/fund-names';
import { FUND_HEAD_BYTES, readFundName } from '@screener/sources/nport/encode';
import { sql } from 'kysely';
import type { RankedTicker, SearchStore } from './search.store.ts';
import { type Executor, NEWEST_QUOTE_CHARACTERS, newestMarketCap } from './sql-companies.ts';

export function searchOperations(db: Executor): SearchStore {
  return {
    async findableTickers() {
      const companies = await companyTickers(db);
      const taken = new Set(companies.map(({ symbol }) => symbol));
      const funds = await fundTickers(db);
      return [...companies, ...funds.filter(({ symbol }) => !taken.has(symbol))];
    },
  };
}

async function companyTickers(db: Executor): Promise<readonly RankedTicker[]> {
  const most = sql.lit(NEWEST_QUOTE_CHARACTERS);
  const rows = await db
    .selectFrom('ticker')
    .leftJoin('company', 'company.cik', 'ticker.cik')
    .leftJoin('quote_series', 'quote_series.symbol', 'ticker.symbol')
    .select((eb) => [
      'ticker.symbol',
      'ticker.cik',
      'ticker.exchange',
      eb.fn.coalesce('company.name', 'ticker.name').as('name'),
      sql<unknown>`case when company.facts is null then 0 else 1 end`.as('facts'),
      // Only the end is read, because a series of many years is long.
      sql<
        string | null
      >`case when length(quotes) > ${most} then substr(quotes, length(quotes) - ${most} + 1) else quotes end`.as(
        'newest_quote',
      ),
    ])
    .execute();
  return rows.map(({ symbol, cik, exchange, name, facts, newest_quote: quote }) => ({
    symbol,
    name,
    exchange,
    type: 'company',
    cik,
    facts_at_hand: Number(facts) === 1,
    marketCap: quote === null ? null : newestMarketCap(quote),
  }));
}

async function fundTickers(db: Executor): Promise<readonly RankedTicker[]> {
  const classes = await db.selectFrom('fund_class').select(['symbol', 'fund', 'cik']).execute();
  const names = await fundNames(db);
  return classes.map(({ symbol, fund, cik }) => ({
    symbol,
    name: names.get(fund) ?? fundName(fund),
    exchange: null,
    type: 'fund',
    cik,
    facts_at_hand: names.has(fund),
    marketCap: null,
  }));
}

/**
 * Returns the name of each fund with a stored report, as its newest report gives it. Only the beginning of a
 * report is read.
 */
async function fundNames(db: Executor): Promise<ReadonlyMap<string, string>> {
  const head = sql<Uint8Array>`substr(content, 1, ${sql.lit(FUND_HEAD_BYTES)})`.as('head');
  const reports = await db.selectFrom('fund_report').select(['fund', head]).orderBy('period_end').execute();
  return new Map(reports.map((report) => [report.fund, readFundName(report.head)]));
}
