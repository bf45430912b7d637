import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ok, type Result } from '@common/base/result';
import type { CompanyFacts, MarketQuote } from '@screener/engine/facts';
import { readCompanyFactsArchive } from '../bulk-archive.ts';
import { parseCompanyTickers, type TickerRow } from '../company-tickers.ts';
import { pruneToUsable } from '../companyfacts/prune.ts';
import { parseCompanyFacts, readCompanyFacts } from '../companyfacts/read.ts';
import { type DataSetFiler, readDataSetFilers } from '../financial-statement-data-sets.ts';
import { parseSicCodes } from '../sic-codes.ts';
import { parseSubmissions, type Submissions } from '../submissions.ts';
import { buildFunds, type FundInputs } from './build-funds.ts';
import { type BuildRefusal, refused } from './refusal.ts';
import type { Snapshot, SnapshotCompany, SnapshotSource, SnapshotTicker } from './snapshot.ts';

/** Where the parts of a snapshot are distilled from. Paths of files and directories on this machine. */
interface SnapshotInputs extends FundInputs {
  readonly companyFacts: string;
  readonly submissions: string;
  /** Newest first: a filer keeps the tickers of the first list that has it. */
  readonly tickers: readonly string[];
  readonly market: string;
  /** Reads the closes of these symbols out of the file at `market`. */
  readonly readQuotes: (
    path: string,
    symbols: ReadonlySet<string>,
  ) => Promise<Result<readonly MarketQuote[], string>>;
  /** Quarters of the Financial Statement Data Sets, for SIC codes that no submissions file gives. */
  readonly dataSets: readonly string[];
  /** The SEC's list of SIC codes, for the titles of codes that a data set gives; null for none. */
  readonly sicCodes: string | null;
  readonly wantedTags: ReadonlySet<string>;
}

const ORIGINS: Readonly<Record<string, string>> = {
  companyfacts: 'https://data.sec.gov/api/xbrl/companyfacts/',
  submissions: 'https://data.sec.gov/submissions/',
  tickers: 'https://www.sec.gov/files/',
  'financial-statement-data-sets': 'https://www.sec.gov/dera/data/financial-statement-data-sets',
  'sic-codes': 'https://www.sec.gov/search-filings/standard-industrial-classification-sic-code-list',
  market: 'US exchange screener, month-end closes',
};

/**
 * Distils a snapshot without history. Deterministic: the same inputs give the same snapshot. Where a filer has several
 * files, the one with the newest filing is used. An unreadable input refuses the whole, and is named.
 */
export async function buildSnapshot(inputs: SnapshotInputs): Promise<Result<Snapshot, BuildRefusal>> {
  const sources: SnapshotSource[] = [];
  const facts = await newestFacts(inputs, sources);
  if (!facts.ok) return facts;
  const submissions = await readSubmissions(inputs.submissions, facts.value, sources);
  if (!submissions.ok) return submissions;
  const filers = await readFilers(inputs.dataSets, sources);
  if (!filers.ok) return filers;
  const industries = await readIndustries(inputs.sicCodes, sources);
  if (!industries.ok) return industries;
  const listed = await readTickers(inputs.tickers, sources);
  if (!listed.ok) return listed;
  const companies = [...facts.value.values()].map((company) =>
    describe(company, submissions.value.get(company.cik), filers.value.get(company.cik), industries.value),
  );
  const tickers = [...listed.value, ...unlisted(companies, listed.value)].sort(bySymbol);
  const quotes = await quotesOf(inputs, companies, tickers, sources);
  if (!quotes.ok) return quotes;
  const funds = await buildFunds(inputs, new Set(tickers.map(({ symbol }) => symbol)), sources);
  if (!funds.ok) return funds;
  const filed = companies.flatMap((company) => company.facts.reports.map((report) => report.filed));
  return ok({
    asOf: filed.reduce((latest, date) => (date > latest ? date : latest), ''),
    sources: sources.sort((a, b) => (a.role + a.file < b.role + b.file ? -1 : 1)),
    companies: companies.sort((a, b) => (a.cik < b.cik ? -1 : 1)),
    tickers,
    quotes: quotes.value,
    ...funds.value,
    history: [],
  });
}

async function newestFacts(
  inputs: SnapshotInputs,
  sources: SnapshotSource[],
): Promise<Result<ReadonlyMap<string, CompanyFacts>, BuildRefusal>> {
  const opened = await readCompanyFactsArchive(inputs.companyFacts);
  if (!opened.ok) return refused(opened.error.message);
  await using archive = opened.value;
  const newest = new Map<string, { readonly facts: CompanyFacts; readonly source: SnapshotSource }>();
  for await (const item of archive.entries()) {
    if (!item.content.ok) return refused(item.content.error.message);
    const reader = item.checksummed ? readCompanyFacts : parseCompanyFacts;
    const read = reader(item.content.value, inputs.wantedTags);
    if (!read.ok) return refused(`${item.name}: ${read.error.message}`);
    const known = newest.get(item.cik);
    if (known !== undefined && newestFiling(known.facts) > newestFiling(read.value)) continue;
    const source = sourceOf('companyfacts', item.name, item.content.value);
    newest.set(item.cik, { facts: pruneToUsable(read.value), source });
  }
  sources.push(...[...newest.values()].map((entry) => entry.source));
  return ok(new Map([...newest].map(([cik, entry]) => [cik, entry.facts])));
}

function newestFiling(facts: CompanyFacts): string {
  return facts.reports.reduce((latest, report) => (report.filed > latest ? report.filed : latest), '');
}

/** Submissions of the filers that have facts; others are not read into the snapshot. */
async function readSubmissions(
  directory: string,
  companies: ReadonlyMap<string, CompanyFacts>,
  sources: SnapshotSource[],
): Promise<Result<ReadonlyMap<string, Submissions>, BuildRefusal>> {
  const found = new Map<string, Submissions>();
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    return refused(`${directory} cannot be listed: ${error instanceof Error ? error.message : error}`);
  }
  for (const name of names.sort()) {
    const cik = /^CIK(\d{10})/.exec(name)?.[1];
    if (cik === undefined || !companies.has(cik)) continue;
    const bytes = await readMaybeGzipped(join(directory, name));
    const parsed = parseSubmissions(bytes);
    if (!parsed.ok) return refused(`${name}: ${parsed.error.message}`);
    found.set(cik, parsed.value);
    sources.push(sourceOf('submissions', name, bytes));
  }
  return ok(found);
}

async function readFilers(
  paths: readonly string[],
  sources: SnapshotSource[],
): Promise<Result<ReadonlyMap<string, DataSetFiler & { readonly dataSet: string }>, BuildRefusal>> {
  const filers = new Map<string, DataSetFiler & { readonly dataSet: string }>();
  for (const path of paths) {
    const read = await readDataSetFilers(path);
    if (!read.ok) return refused(read.error.message);
    const dataSet = basename(path, '.zip');
    for (const [cik, filer] of read.value) filers.set(cik, { ...filer, dataSet });
    sources.push(sourceOf('financial-statement-data-sets', basename(path), await readFile(path)));
  }
  return ok(filers);
}

async function readIndustries(
  path: string | null,
  sources: SnapshotSource[],
): Promise<Result<ReadonlyMap<string, string>, BuildRefusal>> {
  if (path === null) return ok(new Map());
  const bytes = await readMaybeGzipped(path);
  const parsed = parseSicCodes(bytes);
  if (!parsed.ok) return refused(`${basename(path)}: ${parsed.error.message}`);
  sources.push(sourceOf('sic-codes', basename(path), bytes));
  return ok(new Map([...parsed.value].map(([code, row]) => [code, row.title])));
}

async function readTickers(
  paths: readonly string[],
  sources: SnapshotSource[],
): Promise<Result<readonly SnapshotTicker[], BuildRefusal>> {
  const bySymbol = new Map<string, TickerRow>();
  const filers = new Set<string>();
  for (const path of paths) {
    const bytes = await readMaybeGzipped(path);
    const parsed = parseCompanyTickers(bytes);
    if (!parsed.ok) return refused(`${basename(path)}: ${parsed.error.message}`);
    const known = new Set(filers);
    for (const row of parsed.value) {
      const listed = bySymbol.get(row.symbol);
      if (listed?.cik === row.cik && listed.exchange === null)
        bySymbol.set(row.symbol, { ...listed, exchange: row.exchange });
      // An older list may name a ticker that another filer has since taken, or a filer that has changed its ticker.
      if (listed !== undefined || known.has(row.cik)) continue;
      bySymbol.set(row.symbol, row);
      filers.add(row.cik);
    }
    sources.push(sourceOf('tickers', basename(path), bytes));
  }
  return ok([...bySymbol.values()]);
}

/** Filers with facts that no list names are reached by their CIK (ADR 0005). */
function unlisted(
  companies: readonly SnapshotCompany[],
  listed: readonly SnapshotTicker[],
): readonly SnapshotTicker[] {
  const ciks = new Set(listed.map((ticker) => ticker.cik));
  return companies
    .filter((company) => !ciks.has(company.cik))
    .map(({ cik, name }) => ({ symbol: `CIK${cik}`, cik, name, exchange: null }));
}

async function quotesOf(
  { market, readQuotes }: SnapshotInputs,
  companies: readonly SnapshotCompany[],
  tickers: readonly SnapshotTicker[],
  sources: SnapshotSource[],
): Promise<Result<ReadonlyMap<string, readonly MarketQuote[]>, BuildRefusal>> {
  const ciks = new Set(companies.map((company) => company.cik));
  const symbols = new Set(tickers.filter((ticker) => ciks.has(ticker.cik)).map((ticker) => ticker.symbol));
  const quotes = await readQuotes(market, symbols);
  if (!quotes.ok) return refused(quotes.error.message);
  sources.push(sourceOf('market', basename(market), await readFile(market)));
  return ok(Map.groupBy(quotes.value, (quote) => quote.symbol));
}

function describe(
  facts: CompanyFacts,
  submissions: Submissions | undefined,
  filer: (DataSetFiler & { readonly dataSet: string }) | undefined,
  industries: ReadonlyMap<string, string>,
): SnapshotCompany {
  const name = submissions?.name ?? (facts.name === '' ? (filer?.name ?? facts.name) : facts.name);
  if (submissions !== undefined && submissions.sic !== null) {
    const { sic, sicDescription } = submissions;
    return { cik: facts.cik, name, sic, sicDescription, sicSource: 'submissions', facts };
  }
  const sic = filer?.sic ?? null;
  const sicSource = sic === null ? null : `financial-statement-data-sets ${filer?.dataSet}`;
  const sicDescription = sic === null ? null : (industries.get(sic) ?? null);
  return { cik: facts.cik, name, sic, sicDescription, sicSource, facts };
}

async function readMaybeGzipped(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** The hash is of the document itself, not of its compressed form. */
function sourceOf(role: string, file: string, bytes: Uint8Array): SnapshotSource {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { role, file: file.replace(/\.gz$/, ''), sha256, origin: ORIGINS[role] ?? '' };
}

function bySymbol(a: SnapshotTicker, b: SnapshotTicker): number {
  return a.symbol < b.symbol ? -1 : 1;
}
