import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { CalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import type { CompanyFacts, MarketQuote } from '@screener/engine/facts';
import type { FundReport } from '@screener/engine/funds/fund-report';
import type { RateSeries } from '@screener/engine/rates/rate-series';
import { decodeCompanyFacts } from '../companyfacts/decode.ts';
import { encodeCompanyFacts } from '../companyfacts/encode.ts';
import { decodeFundReport, encodeFundReport } from '../nport/encode.ts';
import { encodeFundTickers, FUND_TICKERS_FILE, type FundTicker, readFundTickers } from './fund-tickers.ts';
import { encodeSymbols, readSymbols, type SnapshotSymbols, SYMBOLS_FILE } from './symbols.ts';

/** The source of a part of the snapshot. */
export interface SnapshotSource {
  readonly role: string;
  readonly file: string;
  /** The SHA-256 of the given file, in lowercase hex. */
  readonly sha256: string;
  readonly origin: string;
}

/** Who a filer is. */
export interface SnapshotFiler {
  readonly cik: string;
  readonly name: string;
  readonly sic: string | null;
  readonly sicDescription: string | null;
  readonly sicSource: string | null;
}

/** A filer whose facts are in the snapshot. */
export interface SnapshotCompany extends SnapshotFiler {
  /** The day through which its facts are known to be complete; null if it has none. */
  readonly completeThrough: CalendarDate | null;
  readonly facts: CompanyFacts;
}

export interface SnapshotTicker {
  readonly symbol: string;
  readonly cik: string;
  readonly name: string;
  readonly exchange: string | null;
  /** In the words of the exchange's listing; null where it gives none. */
  readonly sector: string | null;
}

/** The rates of one currency, as `../rates/encode-series.ts` writes them. */
export interface EncodedRates extends Pick<RateSeries, 'currency' | 'source'> {
  readonly text: string;
}

/**
 * Facts distilled from public files, for starting without a network: enough to screen some companies at any date, and
 * who all the others are. A snapshot on disk is a folder: `manifest.json`, `companies.json`, `filers.json`,
 * `tickers.json`, `symbols.json`, `quotes.csv`, `month-ends.bin`, `rates.txt.br`, `facts/CIK##########.json`,
 * `funds.json` with `funds/<fund>_<period end>.json.gz`, `fund-tickers.json.gz`, and `history.json.gz`, which the
 * application writes beside them.
 */
export interface Snapshot {
  /** The day of its newest closes, or of its newest filing where it has no closes. */
  readonly asOf: CalendarDate;
  readonly sources: readonly SnapshotSource[];
  readonly companies: readonly SnapshotCompany[];
  /** The filers behind the other tickers, if their industry is known. */
  readonly filers: readonly SnapshotFiler[];
  readonly tickers: readonly SnapshotTicker[];
  /** Every close of the companies' tickers, and the newest of all others. */
  readonly quotes: ReadonlyMap<string, readonly MarketQuote[]>;
  /** The month-end closes of every ticker, in the form of `../prices/month-ends.ts`. */
  readonly monthEnds: Uint8Array;
  readonly rates: readonly EncodedRates[];
  /** Tickers of the funds that it has a report of. */
  readonly funds: readonly FundTicker[];
  /** Tickers of every fund that is known by name or number. */
  readonly fundTickers: readonly FundTicker[];
  /** Holdings as filed: the newest report of each fund. */
  readonly fundReports: readonly FundReport[];
  /** Rows of the application's history, in its own form. */
  readonly history: readonly unknown[];
  /** By what else companies can be found; absent if nothing was given to tell. */
  readonly symbols?: SnapshotSymbols;
}

const FORMAT = 4;

/** Read by itself, when a close is asked for. */
export const MONTH_ENDS_FILE = 'month-ends.bin';
const RATES_FILE = 'rates.txt.br';

/** The order of the columns of `filers.json` and `tickers.json`. */
const FILER_COLUMNS = ['cik', 'name', 'sic', 'sicDescription', 'sicSource'] as const;
const TICKER_COLUMNS = ['symbol', 'cik', 'name', 'exchange', 'sector'] as const;

/** Writes the snapshot, replacing what the folder held. The same content gives the same bytes. */
export async function writeSnapshot(directory: string, snapshot: Snapshot): Promise<void> {
  const files = filesOf(snapshot);
  const hash = createHash('sha256');
  for (const [name, bytes] of files) hash.update(name).update('\0').update(bytes);
  const manifest = {
    format: FORMAT,
    as_of: snapshot.asOf,
    content_sha256: hash.digest('hex'),
    companies: snapshot.companies.length,
    filers: snapshot.filers.length,
    tickers: snapshot.tickers.length,
    funds: snapshot.fundReports.length,
    history: snapshot.history.length,
    sources: snapshot.sources,
  };
  // Written beside it and then moved into place: a reader finds either the old one or the new one.
  const beside = `${directory}.new`;
  await rm(beside, { recursive: true, force: true });
  for (const folder of ['facts', 'funds']) await mkdir(join(beside, folder), { recursive: true });
  for (const [name, bytes] of files) await writeFile(join(beside, name), bytes);
  // Not part of the identity: it is read at each start, and fills no store.
  if (snapshot.symbols !== undefined) {
    await writeFile(join(beside, SYMBOLS_FILE), encodeSymbols(snapshot.symbols));
  }
  await writeFile(join(beside, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await rm(directory, { recursive: true, force: true });
  await rename(beside, directory);
}

function filesOf(snapshot: Snapshot): ReadonlyMap<string, string | Uint8Array> {
  const companies = snapshot.companies.map(({ facts: _facts, ...company }) => company);
  const filers = snapshot.filers.map((filer) => FILER_COLUMNS.map((column) => filer[column]));
  const tickers = snapshot.tickers.map((ticker) => TICKER_COLUMNS.map((column) => ticker[column]));
  return new Map<string, string | Uint8Array>([
    ['companies.json', lines(companies)],
    ['filers.json', lines(filers)],
    ['tickers.json', lines(tickers)],
    ['quotes.csv', quotesCsv([...snapshot.quotes.values()].flat())],
    [MONTH_ENDS_FILE, snapshot.monthEnds],
    [RATES_FILE, brotliCompressSync(ratesText(snapshot.rates))],
    ...snapshot.companies.map(
      ({ cik, facts }) => [`facts/CIK${cik}.json`, encodeCompanyFacts(facts)] as const,
    ),
    ['funds.json', fundsJson(snapshot)],
    ...snapshot.fundReports.map(
      (report) => [`funds/${fundFile(report)}`, encodeFundReport(report).content] as const,
    ),
    [FUND_TICKERS_FILE, encodeFundTickers(snapshot.fundTickers)],
    ['history.json.gz', gzipSync(JSON.stringify(snapshot.history), { level: 9 })],
  ]);
}

/** A line for each series: currency, source, rates. */
function ratesText(rates: Snapshot['rates']): string {
  return rates.map(({ currency, source, text }) => `${currency} ${source} ${text}\n`).join('');
}

async function readRates(directory: string): Promise<Snapshot['rates']> {
  const text = brotliDecompressSync(await readFile(join(directory, RATES_FILE))).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line): readonly EncodedRates[] => {
      const [, currency, source, rates] = /^(\S+) (ecb|fed) (.+)$/.exec(line) ?? [];
      if (currency === undefined || rates === undefined) return [];
      return [{ currency, source: source === 'ecb' ? 'ecb' : 'fed', text: rates }];
    });
}

function fundFile({ seriesId, cik, periodEnd }: FundReport): string {
  return `${seriesId ?? `CIK${cik}`}_${periodEnd}.json.gz`;
}

/** Tickers, and for each report the filing that it came in, which the report itself does not say. */
function fundsJson({ funds, fundReports }: Snapshot): string {
  const rows = funds.map(({ symbol, fund, classId, cik }) => [symbol, fund, classId, cik]);
  const reports = fundReports.map((report) => {
    const { accession, filed, sourceUrl } = report;
    return { file: fundFile(report), filed, accession, source_url: sourceUrl };
  });
  return `{"tickers": ${lines(rows)},"reports": ${lines(reports)}}\n`;
}

/** An array with one element per line, so that a new snapshot shows as changed lines. */
function lines(rows: readonly unknown[]): string {
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
}

export type SnapshotRefusal = 'snapshot_unreadable';

/** Reads only the manifest, which identifies the snapshot. */
export async function readSnapshotId(
  directory: string,
): Promise<Result<{ readonly id: string; readonly asOf: CalendarDate }, SnapshotRefusal>> {
  try {
    const manifest = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8'));
    if (manifest.format !== FORMAT)
      return unreadable(directory, `its format is ${manifest.format}, not ${FORMAT}`);
    return ok({ id: manifest.content_sha256, asOf: manifest.as_of });
  } catch (error) {
    return unreadable(directory, String(error instanceof Error ? error.message : error));
  }
}

/** Reads the text of `quotes.csv`, which has the form of an operator's price file. */
type ParseQuotes = (text: string) => Result<readonly MarketQuote[], string>;

type FilerRow = readonly [string, string, string | null, string | null, string | null];
type TickerRow = readonly [string, string, string, string | null, string | null];

/** Reads a snapshot folder. The files are this program's own: one that does not parse is refused by name. */
export async function readSnapshot(
  directory: string,
  parseQuotes: ParseQuotes,
): Promise<Result<Snapshot, SnapshotRefusal>> {
  const identified = await readSnapshotId(directory);
  if (!identified.ok) return identified;
  try {
    const text = (name: string) => readFile(join(directory, name), 'utf8');
    const manifest = JSON.parse(await text('manifest.json'));
    const details = JSON.parse(await text('companies.json')) as Omit<SnapshotCompany, 'facts'>[];
    const filers = JSON.parse(await text('filers.json')) as FilerRow[];
    const tickers = JSON.parse(await text('tickers.json')) as TickerRow[];
    const quotes = parseQuotes(await text('quotes.csv'));
    if (!quotes.ok) return unreadable(directory, `quotes.csv: ${quotes.error.message}`);
    const facts = await readFacts(directory);
    if (!facts.ok) return facts;
    const companies = details.flatMap((company) => {
      const found = facts.value.get(company.cik);
      return found === undefined ? [] : [{ ...company, facts: found }];
    });
    const funds = await readFunds(directory);
    return ok({
      ...funds,
      fundTickers: await readFundTickers(directory),
      symbols: await readSymbols(directory),
      asOf: manifest.as_of,
      sources: manifest.sources,
      companies,
      filers: filers.map(([cik, name, sic, sicDescription, sicSource]) => ({
        cik,
        name,
        sic,
        sicDescription,
        sicSource,
      })),
      tickers: tickers.map(([symbol, cik, name, exchange, sector]) => ({
        symbol,
        cik,
        name,
        exchange,
        sector,
      })),
      quotes: Map.groupBy(quotes.value, (quote) => quote.symbol),
      monthEnds: await readFile(join(directory, MONTH_ENDS_FILE)),
      rates: await readRates(directory),
      history: JSON.parse(gunzipSync(await readFile(join(directory, 'history.json.gz'))).toString('utf8')),
    });
  } catch (error) {
    return unreadable(directory, String(error instanceof Error ? error.message : error));
  }
}

/** An operator's price file, in US dollars. */
function quotesCsv(quotes: readonly MarketQuote[]): string {
  const rows = quotes.map(({ date, symbol, close, marketCap }) =>
    [date, symbol, close, marketCap ?? ''].join(','),
  );
  return `${['date,ticker,close,market_cap', ...rows].join('\n')}\n`;
}

async function readFacts(
  directory: string,
): Promise<Result<ReadonlyMap<string, CompanyFacts>, SnapshotRefusal>> {
  const facts = new Map<string, CompanyFacts>();
  for (const name of (await readdir(join(directory, 'facts'))).sort()) {
    const decoded = decodeCompanyFacts(await readFile(join(directory, 'facts', name)));
    if (!decoded.ok) return unreadable(directory, `facts/${name}: ${decoded.error.message}`);
    facts.set(decoded.value.cik, decoded.value);
  }
  return ok(facts);
}

async function readFunds(directory: string): Promise<Pick<Snapshot, 'funds' | 'fundReports'>> {
  const { tickers, reports } = JSON.parse(await readFile(join(directory, 'funds.json'), 'utf8'));
  const fundReports: FundReport[] = [];
  for (const { file, filed, accession, source_url: sourceUrl } of reports) {
    const content = await readFile(join(directory, 'funds', file));
    fundReports.push(decodeFundReport(content, { accession, filed, sourceUrl }));
  }
  const rows = tickers as [string, string, string, string][];
  return {
    funds: rows.map(([symbol, fund, classId, cik]) => ({ symbol, fund, classId, cik })),
    fundReports,
  };
}

function unreadable(directory: string, reason: string): Result<never, SnapshotRefusal> {
  return fail(
    'snapshot_unreadable',
    `the snapshot in ${directory} cannot be read: ${reason}. Rebuild it with \`sanad snapshot build\`.`,
  );
}
