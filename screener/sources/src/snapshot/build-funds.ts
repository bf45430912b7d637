import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createGunzip, gunzipSync } from 'node:zlib';
import { ok, type Result } from '@common/base/result';
import type { FundReport } from '@screener/engine/funds/fund-report';
import { filingIndexUrl } from '../accession.ts';
import { parseFundClasses } from '../company-tickers.ts';
import { fundsByTicker } from '../fund-tickers.ts';
import { type FilingOfReport, UNKNOWN_FILING } from '../nport/parse.ts';
import { readNportFile } from '../nport/read-file.ts';
import type { FundTicker } from './fund-tickers.ts';
import { type NportFiling, readNportFilings } from './nport-filings.ts';
import { type BuildRefusal, refused } from './refusal.ts';
import type { Snapshot, SnapshotSource } from './snapshot.ts';

export interface FundInputs {
  /** Documents of Form N-PORT-P, `primary_doc.xml`, gzipped or not. */
  readonly nport: readonly string[];
  /** `company_tickers_mf.json`; null where there are no funds. */
  readonly fundTickers: string | null;
  /** Which filing each of these documents came in; null where that is not known. */
  readonly nportFilings: string | null;
}

type Funds = Pick<Snapshot, 'funds' | 'fundReports' | 'fundTickers'>;

/**
 * The newest report of each fund, these funds' tickers, and those of all others. A ticker that a company now has is left
 * out.
 */
export async function buildFunds(
  inputs: FundInputs,
  companyTickers: ReadonlySet<string>,
  sources: SnapshotSource[],
): Promise<Result<Funds, BuildRefusal>> {
  const newest = new Map<string, { readonly report: FundReport; readonly source: SnapshotSource }>();
  const filings = await readNportFilings(inputs.nportFilings);
  if (!filings.ok) return filings;
  for (const path of inputs.nport) {
    const source = await sourceOfReport(path);
    // A document does not say which filing it came in, and none is invented.
    const filing = filings.value.get(source.sha256) ?? null;
    const read = await readNportFile(path, UNKNOWN_FILING);
    if (!read.ok) return refused(read.error.message);
    const report = filing === null ? read.value : { ...read.value, ...filingOf(filing, read.value.cik) };
    const fund = report.seriesId ?? `CIK${report.cik}`;
    const known = newest.get(fund);
    if (known !== undefined && known.report.periodEnd > report.periodEnd) continue;
    newest.set(fund, { report, source });
  }
  sources.push(...[...newest.values()].map(({ source }) => source));
  const tickers = await readTickersOfFunds(inputs.fundTickers, companyTickers, sources);
  if (!tickers.ok) return tickers;
  const fundTickers = tickers.value;
  const funds = fundTickers.filter(({ fund }) => newest.has(fund));
  const fundReports = [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { report }]) => report);
  return ok({ funds, fundReports, fundTickers });
}

function filingOf({ accession, filed }: NportFiling, cik: string): FilingOfReport {
  return { accession, filed, sourceUrl: filingIndexUrl(cik, accession) };
}

async function readTickersOfFunds(
  path: string | null,
  companyTickers: ReadonlySet<string>,
  sources: SnapshotSource[],
): Promise<Result<readonly FundTicker[], BuildRefusal>> {
  if (path === null) return ok([]);
  const file = await readFile(path);
  const bytes = path.endsWith('.gz') ? gunzipSync(file) : file;
  const parsed = parseFundClasses(bytes);
  if (!parsed.ok) return refused(`${basename(path)}: ${parsed.error.message}`);
  sources.push({
    role: 'fund-tickers',
    file: basename(path, '.gz'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    origin: 'https://www.sec.gov/files/',
  });
  const funds = [...fundsByTicker(parsed.value).values()]
    .filter(({ symbol }) => !companyTickers.has(symbol))
    .map(({ symbol, seriesId, classId, cik }) => ({ symbol, fund: seriesId, classId, cik }));
  return ok(funds.sort((a, b) => (a.symbol < b.symbol ? -1 : 1)));
}

/** The hash is of the document itself, not of its compressed form; read in pieces, as the document is. */
async function sourceOfReport(path: string): Promise<SnapshotSource> {
  const hash = createHash('sha256');
  const file = createReadStream(path);
  for await (const chunk of path.endsWith('.gz') ? file.pipe(createGunzip()) : file) hash.update(chunk);
  return {
    role: 'nport',
    file: basename(path, '.gz'),
    sha256: hash.digest('hex'),
    origin: 'https://www.sec.gov/Archives/edgar/data/ (Form N-PORT-P, primary_doc.xml)',
  };
}
