import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CalendarDate } from '@common/base/calendar';
import { ok, type Result } from '@common/base/result';
import type { CompanyFacts, MarketQuote } from '@screener/engine/facts';
import type { WantedTags } from '@screener/engine/stored-tags';
import { readCompanyFactsArchive } from '../bulk-archive.ts';
import type { TickerRow } from '../company-tickers.ts';
import { pruneToUsable } from '../companyfacts/prune.ts';
import { parseCompanyFacts, readCompanyFacts } from '../companyfacts/read.ts';
import { encodeMonthEnds } from '../prices/month-ends.ts';
import { describeFiler, type FilerInputs, type Filers, readFilers } from './build-filers.ts';
import { buildFunds, type FundInputs } from './build-funds.ts';
import { readRates } from './build-rates.ts';
import { type ListedSymbol, readTickers, unlisted, withListing } from './build-tickers.ts';
import { completeThrough, newestFilingIn } from './complete-through.ts';
import { type BuildRefusal, refused } from './refusal.ts';
import type { Snapshot, SnapshotCompany, SnapshotFiler, SnapshotSource } from './snapshot.ts';
import { sourceOf } from './source-file.ts';

/** The data of a market file about the wanted symbols. */
interface Market {
  readonly quotes: readonly MarketQuote[];
  readonly listed: readonly ListedSymbol[];
}

/** The inputs of a snapshot: paths of files and directories on this machine. */
interface SnapshotInputs extends FundInputs, FilerInputs {
  readonly companyFacts: string;
  /** The day on which all of `companyFacts` was taken from the SEC; null where that is not known. */
  readonly taken: CalendarDate | null;
  /** Newest first: a filer keeps the tickers of the first list that has it. */
  readonly tickers: readonly string[];
  readonly market: string;
  /** Reads the closes out of the file at `market`. */
  readonly readMarket: (
    path: string,
    wanted: { readonly history: 'all'; readonly newest: ReadonlySet<string> },
  ) => Promise<Result<Market, string>>;
  readonly wantedTags: WantedTags;
  /** The ECB's `eurofxref-hist.zip`; null for none. */
  readonly dailyRates: string | null;
  /** Monthly averages of the Federal Reserve, for what the ECB lacks; null for none. */
  readonly monthlyRates: string | null;
}

/**
 * Distils a snapshot without history. Deterministic: the same inputs give the same snapshot. Where a filer has several
 * files, the one with the newest filing is used. An unreadable input refuses the whole, and is named.
 */
export async function buildSnapshot(inputs: SnapshotInputs): Promise<Result<Snapshot, BuildRefusal>> {
  const sources: SnapshotSource[] = [];
  const facts = await newestFacts(inputs, sources);
  if (!facts.ok) return facts;
  const filers = await readFilers(inputs, sources);
  if (!filers.ok) return filers;
  const companies = facts.value.map((file) => describeCompany(file, filers.value));
  const listed = await readTickers(inputs.tickers, filers.value, sources);
  if (!listed.ok) return listed;
  const rows = [...listed.value, ...unlisted(companies, listed.value)];
  const market = await readMarket(inputs, companies, rows, sources);
  if (!market.ok) return market;
  const funds = await buildFunds(inputs, new Set(rows.map(({ symbol }) => symbol)), sources);
  if (!funds.ok) return funds;
  const rates = await readRates(inputs, sources);
  if (!rates.ok) return rates;
  const { quotes } = market.value;
  const dates =
    quotes.length > 0 ? quotes.map(({ date }) => date) : facts.value.map(({ taken }) => taken ?? '');
  return ok({
    asOf: dates.reduce((latest, date) => (date > latest ? date : latest), ''),
    sources: sources.sort((a, b) => (a.role + a.file < b.role + b.file ? -1 : 1)),
    companies: companies.sort(byCik),
    filers: filersOf(rows, companies, filers.value),
    tickers: withListing(rows, market.value.listed),
    quotes: Map.groupBy(quotes, (quote) => quote.symbol),
    monthEnds: market.value.monthEnds,
    rates: rates.value,
    ...funds.value,
    history: [],
  });
}

/** A filer's file of facts, and the day on which it was taken, or at the earliest; null if it names no filing. */
interface FactsFile {
  readonly facts: CompanyFacts;
  readonly taken: CalendarDate | null;
  readonly source: SnapshotSource;
}

async function newestFacts(
  inputs: SnapshotInputs,
  sources: SnapshotSource[],
): Promise<Result<readonly FactsFile[], BuildRefusal>> {
  const opened = await readCompanyFactsArchive(inputs.companyFacts);
  if (!opened.ok) return refused(opened.error.message);
  await using archive = opened.value;
  const newest = new Map<string, FactsFile>();
  for await (const item of archive.entries()) {
    if (!item.content.ok) return refused(item.content.error.message);
    const reader = item.checksummed ? readCompanyFacts : parseCompanyFacts;
    const read = reader(item.content.value, inputs.wantedTags);
    if (!read.ok) return refused(`${item.name}: ${read.error.message}`);
    const newestFiled = newestFilingIn(item.content.value);
    const known = newest.get(item.cik);
    if (known !== undefined && (known.taken ?? '') > (newestFiled ?? '')) continue;
    const source = sourceOf('companyfacts', item.name, item.content.value);
    newest.set(item.cik, { facts: pruneToUsable(read.value), taken: newestFiled, source });
  }
  const { taken } = inputs;
  const files = [...newest.values()].map((file) =>
    file.taken !== null && taken !== null && taken > file.taken ? { ...file, taken } : file,
  );
  sources.push(...files.map(({ source }) => source));
  return ok(files);
}

function describeCompany({ facts, taken }: FactsFile, filers: Filers): SnapshotCompany {
  const submissions = filers.submissions.get(facts.cik);
  return {
    ...describeFiler(facts.cik, facts.name, filers),
    completeThrough: taken === null ? null : completeThrough(taken, submissions),
    facts,
  };
}

/** The other filers behind the tickers: those whose industry is known. */
function filersOf(
  tickers: readonly TickerRow[],
  companies: readonly SnapshotCompany[],
  filers: Filers,
): readonly SnapshotFiler[] {
  const described = new Set(companies.map(({ cik }) => cik));
  const names = new Map(tickers.map(({ cik, name }) => [cik, name]));
  return [...names]
    .filter(([cik]) => !described.has(cik))
    .map(([cik, name]) => describeFiler(cik, name, filers))
    .filter(({ sic }) => sic !== null)
    .sort(byCik);
}

async function readMarket(
  inputs: SnapshotInputs,
  companies: readonly SnapshotCompany[],
  tickers: readonly TickerRow[],
  sources: SnapshotSource[],
): Promise<Result<Market & Pick<Snapshot, 'monthEnds'>, BuildRefusal>> {
  const ciks = new Set(companies.map((company) => company.cik));
  const history = new Set(tickers.filter(({ cik }) => ciks.has(cik)).map(({ symbol }) => symbol));
  const newest = new Set(tickers.map(({ symbol }) => symbol));
  const market = await inputs.readMarket(inputs.market, { history: 'all', newest });
  if (!market.ok) return refused(market.error.message);
  sources.push(sourceOf('market', basename(inputs.market), await readFile(inputs.market)));
  const { quotes, listed } = market.value;
  const last = quotes.reduce((latest, { date }) => (date > latest ? date : latest), '');
  const isKept = ({ symbol, date }: MarketQuote) =>
    history.has(symbol) || (date === last && newest.has(symbol));
  const [source = ''] = quotes.map((quote) => quote.source);
  const bySymbol = Map.groupBy(quotes, ({ symbol }) => symbol);
  return ok({ quotes: quotes.filter(isKept), listed, monthEnds: encodeMonthEnds(bySymbol, source) });
}

function byCik(a: SnapshotFiler, b: SnapshotFiler): number {
  return a.cik < b.cik ? -1 : 1;
}
