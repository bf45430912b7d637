import type { Answer, BusinessStatus, Status, Verdict } from './answer.ts';
import type { Audit } from './audit.ts';
import type { MethodologyResult } from './audit-methodologies.ts';
import type { CaseFile } from './case-file.ts';
import { ACTIVITIES, NOT_EXCLUDED_BY } from './published-activities.ts';
import { FAILS_FOR_NON_COMPLIANT } from './published-rules.ts';

/** Recomputes from the published lists whether the core business is prohibited. */
export function auditBusiness({ answer, audit }: CaseFile): BusinessStatus {
  const { cik } = answer;
  const { sic, findings, status } = answer.business_activity;
  audit.holds('business_activity.sic', sic, sic === null || /^\d{4}$/.test(sic), 'four digits');
  const ofCompany = ACTIVITIES.flatMap(({ line, status: said, companies }) =>
    companies
      .map((company) => company.split(':'))
      .filter(([, number]) => number !== undefined && number.padStart(10, '0') === cik)
      .map(([ticker]) => ({ line, said, match: `company ${ticker}` })),
  );
  // An entry of the company settles what a code leaves to review under the same line.
  const isSettled = (line: string) => ofCompany.some((entry) => entry.line === line && entry.said === 'pass');
  const ofSic = ACTIVITIES.filter(
    (activity) =>
      sic !== null &&
      activity.sic.split(' ').includes(sic) &&
      !(activity.status === 'review' && isSettled(activity.line)),
  ).map(({ line, status: said }) => ({ line, said, match: `sic ${sic}` }));
  const found = [...ofCompany, ...ofSic].map(({ line, said, match }) => `${line} ${said} by ${match}`);
  const said = findings.map(
    (finding) => `${finding.line} ${finding.status} by ${finding.matched_by} ${finding.matched}`,
  );
  for (const [index, { line, not_excluded_by: others }] of findings.entries()) {
    const published = (NOT_EXCLUDED_BY[line] ?? []).join(' ');
    audit.same(`business_activity.findings[${index}].not_excluded_by`, others.join(' '), published);
  }
  audit.same('business_activity.findings', said.sort().join(', '), found.sort().join(', '));
  const recomputed = found.some((finding) => finding.includes(' fail '))
    ? 'fail'
    : found.some((finding) => finding.includes(' review '))
      ? 'review'
      : sic === null
        ? 'unknown'
        : 'pass';
  audit.same('business_activity.status', status, recomputed);
  return recomputed;
}

/** Audits the verdict, which follows only if no way of filling in what is unknown would change it. */
export function auditVerdict(
  { answer, audit }: CaseFile,
  business: BusinessStatus,
  methodologies: readonly MethodologyResult[],
): Verdict {
  const statuses = methodologies.map((methodology) => methodology.ratios);
  const possible = new Set(
    fillIn(business, ['pass', 'review', 'fail'] as const).flatMap((known) =>
      fillInAll(statuses).map((settled) => verdictOf(known, settled)),
    ),
  );
  const [only] = possible;
  const verdict = possible.size === 1 && only !== undefined ? only : 'not_screenable';
  audit.same('compliance', answer.compliance, verdict);
  const order = ['compliant', 'questionable', 'non_compliant'] as const;
  const listed = order.filter((candidate) => possible.has(candidate)).join(' ');
  audit.same('possible', answer.possible.join(' '), listed);
  const decided = answer.methodologies.filter((_, place) => methodologies[place]?.status !== 'unknown');
  const ids = decided.map(({ id }) => id).join(' ');
  audit.same('decided_methodologies', answer.decided_methodologies.join(' '), ids);
  auditLastVerdict(answer, verdict, audit);
  return verdict;
}

/**
 * Audits the last verdict, which is given only if there is none now. Whether it was reached then, only a
 * screening of that date can show.
 */
function auditLastVerdict({ last_verdict: last, as_of: asOf }: Answer, verdict: Verdict, audit: Audit): void {
  if (last === undefined || last === null) return;
  audit.holds('last_verdict', last, verdict === 'not_screenable', 'null, since there is a verdict now');
  audit.holds('last_verdict.as_of', last.as_of, last.as_of <= asOf, `not after ${asOf}`);
}

function verdictOf(business: 'pass' | 'review' | 'fail', statuses: readonly ('pass' | 'fail')[]): Verdict {
  const failed = statuses.filter((status) => status === 'fail').length;
  if (business === 'fail' || failed >= FAILS_FOR_NON_COMPLIANT) return 'non_compliant';
  return business === 'pass' && failed === 0 ? 'compliant' : 'questionable';
}

function fillIn<T extends string>(value: T | 'unknown', choices: readonly T[]): readonly T[] {
  return value === 'unknown' ? choices : [value];
}

/** Returns every way in which unknown statuses may turn out: at most 2^5. */
function fillInAll(statuses: readonly Status[]): readonly (readonly ('pass' | 'fail')[])[] {
  return statuses.reduce<readonly (readonly ('pass' | 'fail')[])[]>(
    (ways, status) =>
      ways.flatMap((way) => fillIn(status, ['pass', 'fail'] as const).map((known) => [...way, known])),
    [[]],
  );
}

/** Codes of an answer without a report. The first is the service's own: it has no facts of this company. */
const NO_REPORT = [
  'facts_not_at_hand',
  'no_periodic_report',
  'stale_report',
  'report_scale',
  'reports_not_here',
];
/** The service adds this where the company is no longer listed: there will be no newer report. */
const ENDED = 'no_longer_listed';

/** Audits what is missing. It is named if there is no verdict, and only if it could change that. */
export function auditMissing(
  { answer, audit }: CaseFile,
  business: BusinessStatus,
  verdict: Verdict,
  methodologies: readonly MethodologyResult[],
  isKnown: (denominator: string) => boolean,
): void {
  const said = answer.missing.map((entry) => entry.code);
  audit.holds('missing', said, new Set(said).size === said.length, 'each entry once');
  if (answer.anchor === null && verdict === 'not_screenable') {
    const rule = `one of ${NO_REPORT.join(', ')}, since there is no report to screen`;
    const [code, ...others] = said.filter((one) => one !== ENDED);
    audit.holds('missing', said, others.length === 0 && NO_REPORT.includes(code ?? ''), rule);
    return;
  }
  const expected = new Set<string>();
  if (verdict === 'not_screenable') {
    if (business === 'unknown') expected.add('business_activity');
    for (const { ratios, checks } of methodologies) {
      if (ratios !== 'unknown') continue;
      for (const { check, status: open } of checks) {
        if (open === 'unknown')
          expected.add(isKnown(check.denominator) ? check.numerator : check.denominator);
      }
    }
  }
  audit.same('missing', said.sort().join(' '), [...expected].sort().join(' '));
}
