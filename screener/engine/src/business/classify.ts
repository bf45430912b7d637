import type { CompanyProfile } from '../facts.ts';
import { ACTIVITY_LINES, type ActivityLine } from './activity-table.ts';

/** `unknown`: no source says what the company does. */
export type BusinessStatus = 'pass' | 'fail' | 'review' | 'unknown';

interface BusinessFinding {
  readonly line: string;
  readonly label: string;
  readonly status: 'fail' | 'review';
  readonly matched_by: 'sic' | 'ticker';
  readonly matched: string;
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

/** Whether the core business is prohibited, by SIC code and curated tickers. */
export function classifyBusiness(profile: CompanyProfile): BusinessActivity {
  const findings = ACTIVITY_LINES.flatMap((line) => findingsOf(line, profile));
  const worst = findings.some((finding) => finding.status === 'fail')
    ? 'fail'
    : findings.length > 0
      ? 'review'
      : profile.sic === null
        ? 'unknown'
        : 'pass';
  const byTicker = findings.some((finding) => finding.matched_by === 'ticker');
  const sicSource = profile.sicSource === null ? null : `SIC code from the SEC (${profile.sicSource})`;
  return {
    status: worst,
    sic: profile.sic,
    sic_description: profile.sicDescription,
    source:
      [sicSource, byTicker ? 'curated ticker list' : null].filter((part) => part !== null).join('; ') ||
      'none',
    confidence: worst === 'unknown' ? 'none' : worst === 'review' ? 'low' : 'medium',
    findings,
  };
}

function findingsOf(line: ActivityLine, profile: CompanyProfile): readonly BusinessFinding[] {
  const finding = (
    status: BusinessFinding['status'],
    matched_by: BusinessFinding['matched_by'],
    matched: string,
  ): BusinessFinding => ({ line: line.id, label: line.label, status, matched_by, matched });
  const found: BusinessFinding[] = [];
  if (line.prohibitedTickers.includes(profile.symbol)) found.push(finding('fail', 'ticker', profile.symbol));
  if (line.reviewTickers.includes(profile.symbol)) found.push(finding('review', 'ticker', profile.symbol));
  const { sic } = profile;
  if (sic !== null && line.prohibitedSic.includes(sic)) found.push(finding('fail', 'sic', sic));
  if (sic !== null && line.reviewSic.includes(sic)) found.push(finding('review', 'sic', sic));
  return found;
}
