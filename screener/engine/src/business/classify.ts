import type { CompanyProfile } from '../facts.ts';
import { type AnswerOf, choice, list, nullableText, object, Text, text } from '../schema-parts.ts';
import { filingUrl } from '../source-url.ts';
import { ACTIVITY_LINES, type ActivityLine } from './activity-table.ts';
import { CURATED_COMPANIES } from './curated-companies.ts';
import type { CuratedCompany } from './curated-company.ts';

const STATUSES = ['pass', 'fail', 'review', 'unknown'] as const;
export type BusinessStatus = (typeof STATUSES)[number];
export const businessStatus = (description: string) => choice(STATUSES, description);

export const BusinessFinding = object({
  line: text('Id of the line of business: alcohol, gambling'),
  label: text('The line of business in words'),
  status: choice(
    ['fail', 'review', 'pass'],
    'pass: the SIC code would leave it to review, and the company’s annual report settles it',
  ),
  matched_by: choice(['sic', 'company'], 'Whether the SIC code matched, or the company itself'),
  matched: text('The SIC code; or a ticker of the company, which is matched by CIK'),
  note: nullableText('What the company does; null for a match by code'),
  source: nullableText('The annual report that describes the business; null where none is named'),
  source_url: nullableText('That report at the SEC; null where none is named'),
  not_excluded_by: list(
    Text,
    'Ids of the methodologies whose text does not exclude this line of business; all others do',
  ),
});
export type BusinessFinding = AnswerOf<typeof BusinessFinding>;

export const BusinessActivity = object(
  {
    status: businessStatus('What the business says; unknown: no source says what the company does'),
    sic: nullableText('The SEC’s industry code, four digits; null where it is not known'),
    sic_description: nullableText('The SEC’s words for the code'),
    source: text('Where the code comes from'),
    confidence: choice(
      ['medium', 'low', 'none'],
      'Never high: one code, which the filer declares itself, stands for the whole business',
    ),
    findings: list(
      BusinessFinding,
      'Prohibited or doubtful lines of business that match; empty where none does',
    ),
  },
  { description: 'What the company does, and whether that is allowed' },
);
export type BusinessActivity = AnswerOf<typeof BusinessActivity>;

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

function byCompany({ id, label, notExcludedBy }: ActivityLine, entry: CuratedCompany): BusinessFinding {
  const { status, ticker, note, accession, cik } = entry;
  return {
    line: id,
    label,
    status,
    matched_by: 'company',
    matched: ticker,
    note,
    source: accession === null ? null : `10-K ${accession}`,
    source_url: accession === null ? null : filingUrl(cik, accession),
    not_excluded_by: notExcludedBy,
  };
}

function bySic(
  { id, label, prohibitedSic, reviewSic, notExcludedBy }: ActivityLine,
  sic: string | null,
  curated: readonly CuratedCompany[],
): readonly BusinessFinding[] {
  if (sic === null) return [];
  const settled = curated.some((entry) => entry.line === id && entry.status === 'pass');
  const status = prohibitedSic.includes(sic) ? 'fail' : reviewSic.includes(sic) && !settled ? 'review' : null;
  if (status === null) return [];
  const none = { note: null, source: null, source_url: null };
  return [
    { line: id, label, status, matched_by: 'sic', matched: sic, ...none, not_excluded_by: notExcludedBy },
  ];
}
