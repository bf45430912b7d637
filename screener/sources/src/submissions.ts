import { isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import { isAccession } from './accession.ts';
import { type Cik, normaliseCik } from './cik.ts';
import { parseJsonObject } from './json-document.ts';
import { normaliseSic } from './sic-codes.ts';

/** Who a filer is, and its newest filings, from `data.sec.gov/submissions`. */
export interface Submissions {
  readonly cik: Cik;
  readonly name: string;
  /** Four digits; null where the SEC gives none. */
  readonly sic: string | null;
  readonly sicDescription: string | null;
  readonly tickers: readonly string[];
  readonly exchanges: readonly (string | null)[];
  readonly formerNames: readonly string[];
  /** MMDD; null where the SEC gives none. */
  readonly fiscalYearEnd: string | null;
  /** The newest thousand or so; older ones are in separate files. */
  readonly filings: readonly SubmittedFiling[];
}

interface SubmittedFiling {
  readonly accession: string;
  readonly form: string;
  readonly filed: string;
  /** The period end of a periodic report; null if there is none. */
  readonly reportDate: string | null;
  readonly primaryDocument: string;
}

type SubmissionsRefusal = 'corrupt_submissions';

export function parseSubmissions(bytes: Uint8Array): Result<Submissions, SubmissionsRefusal> {
  const document = parseJsonObject(bytes, 'corrupt_submissions', 'the submissions file');
  if (!document.ok) return document;
  const { value } = document;
  const cik = normaliseCik(value.cik);
  if (cik === null || typeof value.name !== 'string') return corrupt('it has no CIK or no name');
  const filings = parseFilings(value.filings);
  if (filings === null) return corrupt('its list of recent filings is not in the SEC’s format');
  return ok({
    cik,
    name: value.name,
    sic: normaliseSic(value.sic),
    sicDescription: textOrNull(value.sicDescription),
    tickers: texts(value.tickers),
    exchanges: list(value.exchanges).map(textOrNull),
    formerNames: list(value.formerNames).flatMap((former) => {
      const name = isRecord(former) ? textOrNull(former.name) : null;
      return name === null ? [] : [name];
    }),
    fiscalYearEnd: textOrNull(value.fiscalYearEnd),
    filings,
  });
}

/** The SEC writes filings as parallel columns. */
function parseFilings(value: unknown): readonly SubmittedFiling[] | null {
  const recent = isRecord(value) ? value.recent : undefined;
  if (!isRecord(recent)) return null;
  const column = (name: string) => texts(recent[name]);
  const [accessions, forms, filed, reportDates, documents] = [
    column('accessionNumber'),
    column('form'),
    column('filingDate'),
    column('reportDate'),
    column('primaryDocument'),
  ];
  const columns = [forms, filed, reportDates, documents];
  if (columns.some((other) => other.length !== accessions.length)) return null;
  const filings = accessions.map((accession, row) => ({
    accession,
    form: forms[row] ?? '',
    filed: filed[row] ?? '',
    reportDate: reportDates[row] === '' ? null : (reportDates[row] ?? null),
    primaryDocument: documents[row] ?? '',
  }));
  const sound = filings.every((filing) => isAccession(filing.accession) && isCalendarDate(filing.filed));
  return sound ? filings : null;
}

function corrupt(reason: string): Result<never, SubmissionsRefusal> {
  return fail('corrupt_submissions', `the submissions file is not usable: ${reason}`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function texts(value: unknown): readonly string[] {
  const values = list(value);
  return values.every((item) => typeof item === 'string') ? values : [];
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
