import { type CalendarDate, daysBetween } from '@common/base/calendar';
import type { Report } from '../facts.ts';
import type { ReportsNotHere, Stale } from '../stale.ts';
import { newestReport, nextReportDue, nextReportPossible, overdueFrom } from './report-due.ts';

/** The three instants of an answer. */
export interface Instants {
  /** The day on which the answer is given. */
  readonly today: CalendarDate;
  /** The day that it stands for. */
  readonly asOf: CalendarDate;
  /** The day through which filings are known to be here; null if there are none. */
  readonly factsThrough: CalendarDate | null;
}

/**
 * Whether the answer is stale, and since when. An answer with nothing newer here is what a reader has today, so it
 * counts to today; an answer about a past that later facts are known of counts to its own day.
 */
export function staleness(instants: Instants, reports: readonly Report[]): Stale | null {
  return staleSince(instants, overdueSince(reports, instants.asOf));
}

/**
 * The same, where the day from which the next report is overdue is known already.
 * @example staleSince({ today: '2026-11-28', asOf: '2026-04-23', factsThrough: '2026-04-23' }, '2026-06-11')
 *   // { since: '2026-06-11', why: 'report_not_here' }
 * @example staleSince({ today: '2026-11-28', asOf: '2026-04-23', factsThrough: '2026-05-01' }, '2026-06-11') // null
 */
export function staleSince(
  { today, asOf, factsThrough }: Instants,
  since: CalendarDate | null,
): Stale | null {
  const isNewestHere = factsThrough === null || factsThrough <= asOf;
  const day = isNewestHere && today > asOf ? today : asOf;
  if (since === null || since > day) return null;
  return { since, why: factsThrough !== null && factsThrough >= day ? 'report_late' : 'report_not_here' };
}

/** The day from which the report after the newest one filed by `asOf` is overdue; null without a report. */
export function overdueSince(reports: readonly Report[], asOf: CalendarDate): CalendarDate | null {
  const last = newestReport(reports, asOf);
  return last === null ? null : overdueFrom(nextReportDue(last, reports, asOf));
}

/**
 * Says that reports filed by `asOf` are not here, or null. Where the next report is overdue today and not here, it was
 * filed on some day that is not known, so that a day on which it may have been filed already is not answered.
 *
 * INVARIANT: no verdict stands for a day on which the report that it rests on was no longer the newest.
 */
export function reportsNotHere(
  reports: readonly Report[],
  { today, asOf, factsThrough }: Instants,
): ReportsNotHere | null {
  const last = newestReport(reports, asOf);
  if (last === null) return null;
  const through = factsThrough ?? last.filed;
  if (through >= asOf) return null;
  const due = nextReportDue(last, reports, asOf);
  const overdue = overdueFrom(due);
  const isOverdueToday = overdue <= (today > asOf ? today : asOf);
  if (!isOverdueToday || asOf < nextReportPossible(last, reports, asOf)) return null;
  const { form, periodEnd } = last;
  return { code: 'reports_not_here', as_of: asOf, form, period_end: periodEnd, due, filed_through: through };
}

/**
 * How old a report is: whole days from its period end to today, whatever day the answer stands for.
 * @example ageInDays({ periodEnd: '2025-12-27' }, '2026-11-27') // 335
 */
export function ageInDays({ periodEnd }: Pick<Report, 'periodEnd'>, today: CalendarDate): number {
  return daysBetween(periodEnd, today);
}
