import { fail, ok, type Result } from '@common/base/result';
import { type FundReport, fundKey } from '@screener/engine/funds/fund-report';
import { learnedIds } from '@screener/engine/funds/resolve-holding';
import { encodeFundReport } from '@screener/sources/nport/encode';
import { readNportFile } from '@screener/sources/nport/read-file';
import type { FundReportRecord, FundStore } from '../store/store.ts';
import { resolveHoldings } from './resolve-holdings.ts';

/**
 * Stores a fund's report and the identifiers of securities that it gives. Returns whether the store did not
 * have the report.
 */
export async function saveFundReport(funds: FundStore, report: FundReport): Promise<boolean> {
  const saved = await funds.saveFundReport(toFundReportRecord(report));
  // Only the filer's own tickers are used here, so names need not be looked up.
  const resolutions = await resolveHoldings(funds, report, async () => new Map());
  const numbers = learnedIds(report.holdings, resolutions);
  await funds.saveSecurityNumbers(numbers.map(({ value, symbol }) => ({ number: value, symbol })));
  return saved;
}

function toFundReportRecord(report: FundReport): FundReportRecord {
  const { accession, filed, sourceUrl, periodEnd } = report;
  return { fund: fundKey(report), periodEnd, filed, accession, sourceUrl, ...encodeFundReport(report) };
}

export interface ImportedFund {
  readonly file: string;
  readonly report: FundReport;
  readonly isNew: boolean;
}

/** What the importer knows about the filing of a document. */
interface KnownFiling {
  readonly accession: string | null;
  readonly filed: string | null;
  /** Returns the address of the filing's page, by the registrant's CIK. */
  readonly urlOf: (cik: string) => string | null;
}

/** Reads one N-PORT document and stores it. */
export async function importFundReport(
  funds: FundStore,
  file: string,
  { accession, filed, urlOf }: KnownFiling,
): Promise<Result<ImportedFund, 'nport_refused'>> {
  const read = await readNportFile(file, { accession, filed, sourceUrl: null });
  if (!read.ok) return fail('nport_refused', read.error.message);
  const report = { ...read.value, sourceUrl: urlOf(read.value.cik) };
  return ok({ file, report, isNew: await saveFundReport(funds, report) });
}
