import { fail, ok, type Result } from '@common/base/result';
import type { CompanyFacts, Fact, Report } from '@screener/engine/facts';
import { isAccession } from '../accession.ts';
import { isCik } from '../cik.ts';
import { ENCODING_VERSION, type EncodedCompanyFacts, type EncodedSeries, NO_START } from './encode.ts';

/**
 * `unsupported_facts_version`: another version wrote it. `corrupt_stored_facts`: not the output of `encode`.
 */
type StoredFactsRefusal = 'corrupt_stored_facts' | 'unsupported_facts_version';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Reads what `encodeCompanyFacts` wrote. Damage that leaves it JSON of the right shape is not noticed. */
export function decodeCompanyFacts(bytes: Uint8Array): Result<CompanyFacts, StoredFactsRefusal> {
  const stored = parseJson(bytes);
  if (!isRecord(stored)) return corrupt('not a JSON object');
  if (stored.v !== ENCODING_VERSION) {
    return fail(
      'unsupported_facts_version',
      `stored facts have version ${String(stored.v)}, but this program reads ${ENCODING_VERSION}; import them again`,
      { version: stored.v },
    );
  }
  const problem = problemOf(stored);
  // INVARIANT: problemOf has checked every part.
  return problem === null ? ok(decode(stored as unknown as EncodedCompanyFacts)) : corrupt(problem);
}

function corrupt(problem: string) {
  return fail<StoredFactsRefusal>(
    'corrupt_stored_facts',
    `stored facts are damaged: ${problem}; import them again`,
  );
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function problemOf(stored: Readonly<Record<string, unknown>>): string | null {
  const { cik, name, dates, reports, series } = stored;
  if (typeof cik !== 'string' || !isCik(cik)) return 'cik';
  if (typeof name !== 'string') return 'name';
  if (!Array.isArray(dates) || !dates.every(isDate)) return 'dates';
  if (!Array.isArray(reports) || !reports.every(isReport)) return 'reports';
  if (!Array.isArray(series)) return 'series';
  const bad = series.findIndex((one) => !isSeries(one, dates.length, reports.length));
  return bad < 0 ? null : `series ${bad}`;
}

function isReport(report: unknown): boolean {
  if (!Array.isArray(report) || report.length !== 6) return false;
  const [accession, form, filed, periodEnd, currency, factCount] = report;
  return (
    typeof accession === 'string' &&
    isAccession(accession) &&
    typeof form === 'string' &&
    isDate(filed) &&
    isDate(periodEnd) &&
    (currency === null || typeof currency === 'string') &&
    Number.isSafeInteger(factCount)
  );
}

function isSeries(series: unknown, dates: number, reports: number): boolean {
  if (!Array.isArray(series) || series.length !== 6) return false;
  const [tag, unit, starts, ends, values, accessions] = series;
  return (
    typeof tag === 'string' &&
    typeof unit === 'string' &&
    Array.isArray(values) &&
    values.every((value) => typeof value === 'number') &&
    isColumn(starts, values.length, NO_START, dates) &&
    isColumn(ends, values.length, 0, dates) &&
    isColumn(accessions, values.length, 0, reports)
  );
}

/** `length` whole numbers, from `least` to below `limit`. */
function isColumn(column: unknown, length: number, least: number, limit: number): boolean {
  if (!Array.isArray(column) || column.length !== length) return false;
  return column.every((index) => Number.isInteger(index) && index >= least && index < limit);
}

function decode(stored: EncodedCompanyFacts): CompanyFacts {
  const reports = stored.reports.map(
    ([accession, form, filed, periodEnd, currency, factCount]): Report => ({
      accession,
      form,
      filed,
      periodEnd,
      currency,
      factCount,
    }),
  );
  const facts: Fact[] = [];
  for (const series of stored.series) decodeSeries(series, stored.dates, reports, facts);
  return { cik: stored.cik, name: stored.name, reports, facts };
}

function decodeSeries(
  [tag, unit, starts, ends, values, accessions]: EncodedSeries,
  dates: readonly string[],
  reports: readonly Report[],
  facts: Fact[],
): void {
  for (let row = 0; row < values.length; row += 1) {
    const end = dates[ends[row] ?? 0];
    const value = values[row];
    const accession = reports[accessions[row] ?? 0]?.accession;
    if (end === undefined || value === undefined || accession === undefined)
      throw new Error('unchecked column');
    facts.push({ tag, unit, start: dates[starts[row] ?? NO_START] ?? null, end, value, accession });
  }
}

/** Checks the form of a date; that the date exists was checked when it was written. */
function isDate(value: unknown): boolean {
  return typeof value === 'string' && DATE.test(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
