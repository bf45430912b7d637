import { addMonths, type CalendarDate, daysBetween } from '@common/base/calendar';
import { ok } from '@common/base/result';
import type { CompanyFacts, Report } from '../facts.ts';
import type { AnchorRefusal, ReadResult } from '../screened.ts';

/** A report whose facts at its period end are fewer than this share of a fuller one's is a partial amendment. */
const FULL_REPORT_SHARE = 0.5;
/** A fiscal year of 52 or 53 weeks, or a calendar year, in days. */
export const YEAR_DAYS = { least: 350, most: 380 };
/** An older anchor is not screened: what it says of the company is no longer true (ADR 0009). */
export const ANCHOR_AGE_LIMIT_MONTHS = 18;

const ANNUAL_FORMS = new Set(['10-K', '10-KT', '20-F', '40-F']);

/** The reports that a screening at one date reads. */
export interface Anchor {
  /** Its period end is the anchor: instants are taken there, from this accession only. */
  readonly report: Report;
  /** Earlier or partial reports with the same period end: shown beside a figure that they give differently. */
  readonly superseded: readonly Report[];
  /** The last fiscal year that ended at or before the anchor; null where none is filed. */
  readonly annual: Report | null;
  /** The report whose period ended last before the anchor's; null where none is filed. */
  readonly before: Report | null;
  /** The report whose period ended a year before the anchor; null where none is filed. */
  readonly yearBefore: Report | null;
}

/** Whether an anchor is too old to be screened at a date. */
export function isTooOld({ periodEnd }: Report, asOf: CalendarDate): boolean {
  return addMonths(periodEnd, ANCHOR_AGE_LIMIT_MONTHS) < asOf;
}

/** The accessions of the reports that a screening reads. */
export function accessionsOf({
  report,
  superseded,
  annual,
  before,
  yearBefore,
}: Anchor): ReadonlySet<string> {
  const reports = [report, ...superseded, annual, before, yearBefore];
  return new Set(reports.filter((one) => one !== null).map(({ accession }) => accession));
}

export function isAnnualForm(form: string): boolean {
  return ANNUAL_FORMS.has(form.replace(/\/A$/, ''));
}

/**
 * The newest period end among the periodic reports filed on or before `asOf` (ADR 0009).
 *
 * INVARIANT: only the report table decides, never a fact, so that removing a fact cannot move the anchor.
 */
export function selectAnchor(facts: CompanyFacts, asOf: CalendarDate): ReadResult<Anchor, AnchorRefusal> {
  const known = facts.reports.filter((report) => report.filed <= asOf && report.periodEnd <= report.filed);
  const periodEnd = known.reduce(
    (latest, report) => (report.periodEnd > latest ? report.periodEnd : latest),
    '',
  );
  if (periodEnd === '') {
    return { ok: false, error: { code: 'no_periodic_report', as_of: asOf } };
  }
  const report = newestFullReport(known, (candidate) => candidate.periodEnd === periodEnd);
  if (report === null) throw new Error('a period end without a report');
  if (isTooOld(report, asOf)) {
    const months = ANCHOR_AGE_LIMIT_MONTHS;
    const { form } = report;
    return { ok: false, error: { code: 'stale_report', as_of: asOf, form, period_end: periodEnd, months } };
  }
  return ok({
    report,
    superseded: known.filter(
      (other) => other.periodEnd === periodEnd && other.accession !== report.accession,
    ),
    annual: isAnnualForm(report.form) ? report : annualBefore(known, periodEnd),
    before: lastBefore(known, periodEnd),
    yearBefore: yearBefore(known, periodEnd),
  });
}

function annualBefore(known: readonly Report[], periodEnd: CalendarDate): Report | null {
  const annual = known.filter(
    (report) =>
      isAnnualForm(report.form) &&
      report.periodEnd < periodEnd &&
      daysBetween(report.periodEnd, periodEnd) < YEAR_DAYS.most,
  );
  const newest = annual.reduce(
    (latest, report) => (report.periodEnd > latest ? report.periodEnd : latest),
    '',
  );
  return newestFullReport(annual, (report) => report.periodEnd === newest);
}

function lastBefore(known: readonly Report[], periodEnd: CalendarDate): Report | null {
  const earlier = known.filter((report) => report.periodEnd < periodEnd);
  const newest = earlier.reduce(
    (latest, report) => (report.periodEnd > latest ? report.periodEnd : latest),
    '',
  );
  return newestFullReport(earlier, (report) => report.periodEnd === newest);
}

function yearBefore(known: readonly Report[], periodEnd: CalendarDate): Report | null {
  return newestFullReport(known, (report) => {
    const days = daysBetween(report.periodEnd, periodEnd);
    return days >= YEAR_DAYS.least && days <= YEAR_DAYS.most;
  });
}

/** Of the reports that match, the newest filing that is not a partial amendment of another. */
function newestFullReport(reports: readonly Report[], matches: (report: Report) => boolean): Report | null {
  const candidates = reports.filter(matches);
  const fullest = candidates.reduce((most, report) => Math.max(most, report.factCount), 0);
  const full = candidates.filter((report) => report.factCount >= FULL_REPORT_SHARE * fullest);
  return full.reduce<Report | null>(
    (newest, report) => (newest === null || isNewer(report, newest) ? report : newest),
    null,
  );
}

function isNewer(a: Report, b: Report): boolean {
  return a.filed !== b.filed ? a.filed > b.filed : a.accession > b.accession;
}
