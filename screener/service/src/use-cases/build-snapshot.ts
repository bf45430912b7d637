import type { CalendarDate } from '@common/base/calendar';
import { ok, type Result } from '@common/base/result';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { readExchangeScreener } from '@screener/sources/prices/exchange-screener-csv';
import { buildSnapshot as distil } from '@screener/sources/snapshot/build';
import type { BuildRefusal } from '@screener/sources/snapshot/refusal';
import { type Snapshot, type SnapshotRefusal, writeSnapshot } from '@screener/sources/snapshot/snapshot';
import type { StoredScreening } from '../store/store.ts';
import { historyOf } from './backfill-history.ts';
import { buildSymbols } from './build-symbols.ts';
import { ratesOf, readSnapshot } from './read-snapshot.ts';

export interface BuildOptions {
  readonly companyFacts: string;
  /** The day on which all of `companyFacts` was taken from the SEC; null if that is not known. */
  readonly taken: CalendarDate | null;
  readonly submissions: string;
  readonly directory: string | null;
  readonly tickers: readonly string[];
  readonly market: string;
  readonly dataSets: readonly string[];
  readonly sicCodes: string | null;
  readonly nport: readonly string[];
  readonly fundTickers: string | null;
  readonly dailyRates: string | null;
  readonly monthlyRates: string | null;
  /** Which filing each N-PORT document came in, tab-separated; null where that is not known. */
  readonly nportFilings: string | null;
  /** The folder to replace. */
  readonly out: string;
}

export interface BuildReport {
  readonly asOf: string;
  readonly companies: number;
  /** The number of other filers whose industry is known. */
  readonly filers: number;
  readonly tickers: number;
  readonly quotes: number;
  readonly funds: number;
  readonly history: number;
}

/**
 * Builds the embedded snapshot with its history from the SEC's files. The same inputs give the same bytes.
 */
export async function buildSnapshot(options: BuildOptions): Promise<Result<BuildReport, BuildRefusal>> {
  const distilled = await distil({
    ...options,
    readMarket: readExchangeScreener,
    wantedTags: STORED_TAGS,
  });
  if (!distilled.ok) return distilled;
  const symbols = await buildSymbols(options, distilled.value);
  if (!symbols.ok) return symbols;
  const snapshot = { ...distilled.value, history: historyOfAll(distilled.value), symbols: symbols.value };
  await writeSnapshot(options.out, snapshot);
  return ok({
    asOf: snapshot.asOf,
    companies: snapshot.companies.length,
    filers: snapshot.filers.length,
    tickers: snapshot.tickers.length,
    quotes: [...snapshot.quotes.values()].reduce((total, series) => total + series.length, 0),
    funds: snapshot.fundReports.length,
    history: snapshot.history.length,
  });
}

/** Recomputes the history of a snapshot from its own facts, after a change of the engine. Returns its length. */
export async function rebuildHistory(directory: string): Promise<Result<number, SnapshotRefusal>> {
  const read = await readSnapshot(directory);
  if (!read.ok) return read;
  const history = historyOfAll(read.value);
  await writeSnapshot(directory, { ...read.value, history });
  return ok(history.length);
}

/**
 * Returns the screenings at each filing's date of every ticker that has facts, as `sanad history backfill`
 * computes them.
 */
export function historyOfAll(snapshot: Snapshot): readonly StoredScreening[] {
  const rates = ratesOf(snapshot);
  const companies = new Map(snapshot.companies.map((company) => [company.cik, company]));
  return snapshot.tickers.flatMap(({ symbol, cik, exchange, sector }) => {
    const company = companies.get(cik);
    if (company === undefined) return [];
    const { facts, ...details } = company;
    const listing = {
      ...details,
      symbol,
      exchange,
      sector,
      factsThrough: facts.reports.at(-1)?.filed ?? null,
    };
    const subject = { listing, facts, quotes: snapshot.quotes.get(symbol) ?? [], rates };
    return RULE_SET_IDS.flatMap((rules) =>
      // The built-in history rests on the default assumptions.
      historyOf(subject, rules, { yieldBound: true }, snapshot.asOf),
    );
  });
}
