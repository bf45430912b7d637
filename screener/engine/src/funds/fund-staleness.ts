import { addDays, addMonths, type CalendarDate } from '@common/base/calendar';
import type { ReportsNotHere, Stale } from '../stale.ts';
import { overdueFrom } from '../time/report-due.ts';
import type { Instants } from '../time/staleness.ts';
import type { FundReport } from './fund-report.ts';
import { FUND_REPORT_MONTHS, FUND_REPORT_PUBLIC_AFTER_DAYS } from './fund-rules.ts';

type DatedReport = Pick<FundReport, 'periodEnd' | 'filed' | 'isFinal'>;

/** The day by which the next report of a fund is public. */
export function nextFundReportDue({ periodEnd }: Pick<FundReport, 'periodEnd'>): CalendarDate {
  return addDays(addMonths(periodEnd, FUND_REPORT_MONTHS), FUND_REPORT_PUBLIC_AFTER_DAYS);
}

/**
 * Whether the holdings are stale, and since when. `report` is the newest one here, so it counts to today; a fund that
 * filed its last report owes none.
 */
export function fundStaleness(
  report: DatedReport,
  { asOf, today }: Omit<Instants, 'factsThrough'>,
): Stale | null {
  if (report.isFinal) return null;
  const since = overdueFrom(nextFundReportDue(report));
  return since > (today > asOf ? today : asOf) ? null : { since, why: 'report_not_here' };
}

/**
 * Says that a report that was public by `asOf` is not here, or null. The report after `report` is overdue today, and
 * was public from the day on which it was due.
 */
export function fundReportsNotHere(
  report: DatedReport & Pick<FundReport, 'form'>,
  instants: Omit<Instants, 'factsThrough'>,
): ReportsNotHere | null {
  const { asOf } = instants;
  const due = nextFundReportDue(report);
  if (asOf < due || fundStaleness(report, instants) === null) return null;
  const { form, periodEnd, filed } = report;
  const through = filed ?? periodEnd;
  return { code: 'reports_not_here', as_of: asOf, form, period_end: periodEnd, due, filed_through: through };
}
