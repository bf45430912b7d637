import type { CompanyProfile } from '../facts.ts';
import { filingUrl } from '../source-url.ts';
import { ACTIVITY_LINES, type ActivityLine } from './activity-table.ts';
import { CURATED_COMPANIES } from './curated-companies.ts';
import type { CuratedCompany } from './curated-company.ts';

/** `unknown`: no source says what the company does. */
export type BusinessStatus = 'pass' | 'fail' | 'review' | 'unknown';

export interface BusinessFinding {
  readonly line: string;
  readonly label: string;
  /** `pass`: the code alone would require a review, but the company's own annual report settles it. */
  readonly status: 'fail' | 'review' | 'pass';
  readonly matched_by: 'sic' | 'company';
  /** The SIC code; or the ticker under which the list names the company, which is matched by CIK. */
  readonly matched: string;
  /** What the company does, in words that fit it; null for a match by code. */
  readonly note: string | null;
  /** The annual report that describes the business; null if none is named. */
  readonly source: string | null;
  readonly source_url: string | null;
}

export interface BusinessActivity {
  readonly status: BusinessStatus;
  readonly sic: string | null;
  readonly sic_description: string | null;
  readonly source: string;
  /** The filer itself declares one SIC code for its whole business, so confidence is never above medium. */
  readonly confidence: 'medium' | 'low' | 'none';
  readonly findings: readonly BusinessFinding[];
}

/** Whether the core business is prohibited, by SIC code and curated companies. */
export function classifyBusiness(profile: CompanyProfile): BusinessActivity {
  const curated = CURATED_COMPANIES.filter(({ cik }) => cik === profile.cik);
  const findings = ACTIVITY_LINES.flatMap((line) => [
    ...curated.filter((entry) => entry.line === line.id).map((entry) => byCompany(line, entry)),
    ...bySic(line, profile.sic, curated),
  ]);
  const sicSource = profile.sicSource === null ? null : `SIC code from the SEC (${profile.sicSource})`;
  const status = statusOf(profile, findings);
  return {
    status,
    sic: profile.sic,
    sic_description: profile.sicDescription,
    source:
      [sicSource, curated.length > 0 ? 'curated list of companies' : null]
        .filter((part) => part !== null)
        .join('; ') || 'none',
    confidence: status === 'unknown' ? 'none' : status === 'review' ? 'low' : 'medium',
    findings,
  };
}

/**
 * INVARIANT: a settled case replaces a review, but never a missing code, which leaves the business unknown.
 */
function statusOf({ sic }: CompanyProfile, findings: readonly BusinessFinding[]): BusinessStatus {
  if (findings.some(({ status }) => status === 'fail')) return 'fail';
  if (findings.some(({ status }) => status === 'review')) return 'review';
  return sic === null ? 'unknown' : 'pass';
}

function byCompany({ id, label }: ActivityLine, entry: CuratedCompany): BusinessFinding {
  const { status, ticker, note, accession, cik } = entry;
  return {
    ...{ line: id, label, status, matched_by: 'company', matched: ticker, note },
    source: accession === null ? null : `10-K ${accession}`,
    source_url: accession === null ? null : filingUrl(cik, accession),
  };
}

function bySic(
  { id, label, prohibitedSic, reviewSic }: ActivityLine,
  sic: string | null,
  curated: readonly CuratedCompany[],
): readonly BusinessFinding[] {
  if (sic === null) return [];
  const settled = curated.some((entry) => entry.line === id && entry.status === 'pass');
  const status = prohibitedSic.includes(sic) ? 'fail' : reviewSic.includes(sic) && !settled ? 'review' : null;
  if (status === null) return [];
  const none = { note: null, source: null, source_url: null };
  return [{ line: id, label, status, matched_by: 'sic', matched: sic, ...none }];
}
