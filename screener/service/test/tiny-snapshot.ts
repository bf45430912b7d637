import assert from 'node:assert/strict';
import type { CalendarDate } from '@common/base/calendar';
import type { CompanyFacts } from '@screener/engine/facts';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { readCompanyFacts } from '@screener/sources/companyfacts/read';
import { encodeMonthEnds } from '@screener/sources/prices/month-ends';
import { type Snapshot, type SnapshotCompany, writeSnapshot } from '@screener/sources/snapshot/snapshot';
import {
  annual,
  companyFacts,
  type Filer,
  type Filing,
  LITTLE_DEBT,
} from '@screener/sources/testing/synthetic-filer';
import { screening } from './store/records.ts';

export type Details = Pick<SnapshotCompany, 'sic' | 'sicDescription' | 'sicSource'>;

export const FROM_SUBMISSIONS: Details = {
  sic: '3826',
  sicDescription: 'Laboratory Analytical Instruments',
  sicSource: 'submissions',
};

/** The filer whose facts `writeTinySnapshot` writes. */
export const SOUTHWIND: Filer = { cik: 1_999_002, symbol: 'SWIQ', name: 'Southwind Instruments Inc.' };
const SOUTHWIND_REPORTS = [annual('2022-12-31', LITTLE_DEBT), annual('2023-12-31', LITTLE_DEBT)];

/** A snapshot of one filer: starting from it is instant; the embedded one takes a second or two. */
export async function writeTinySnapshot(directory: string): Promise<void> {
  await writeSnapshot(directory, tinySnapshot(SOUTHWIND, SOUTHWIND_REPORTS));
}

/** One filer with two closes and a history of two entries, as of 2024-06-28. */
export function tinySnapshot(
  filer: Filer,
  filings: readonly Filing[],
  details: Details = FROM_SUBMISSIONS,
  completeThrough: CalendarDate | null = null,
): Snapshot {
  const { symbol, name } = filer;
  const cik = String(filer.cik).padStart(10, '0');
  const closes = [
    { date: '2024-05-31', close: 51 },
    { date: '2024-06-28', close: 52 },
  ];
  const quotes = closes.map((quote) => ({ ...quote, symbol, currency: 'USD', marketCap: null, source: '' }));
  return {
    asOf: '2024-06-28',
    sources: [],
    companies: [{ cik, name, ...details, completeThrough, facts: factsOf(filer, filings) }],
    filers: [],
    tickers: [{ symbol, cik, name, exchange: 'Nasdaq', sector: 'Industrials' }],
    quotes: new Map([[symbol, quotes]]),
    monthEnds: encodeMonthEnds(new Map(), ''),
    rates: [],
    funds: [],
    fundReports: [],
    fundTickers: [],
    history: [screening(symbol, '2023-02-14', 'first'), screening(symbol, '2024-02-14', 'second')],
  };
}

export function factsOf(filer: Filer, filings: readonly Filing[]): CompanyFacts {
  const facts = readCompanyFacts(companyFacts(filer, filings), STORED_TAGS);
  assert.ok(facts.ok);
  return facts.value;
}
