import { addMonths, type CalendarDate, daysBetween } from '@common/base/calendar';
import type { Report } from '../facts.ts';

/** Months between two reports of a filer, by the form of the last one: 10-K and 10-Q alternate. */
const MONTHS_BETWEEN: Readonly<Record<string, number>> = {
  '10-K': 3,
  '10-KT': 3,
  '10-Q': 3,
  '10-QT': 3,
  '20-F': 12,
  '40-F': 12,
};
const YEAR_MONTHS = 12;
/** Fiscal years of 52 or 53 weeks move a period end by some days from year to year. */
const PERIOD_END_SLACK_DAYS = 20;

/**
 * An estimate of when the report after `last` is filed: a year after the one that it follows. After a report for
 * September that is the filing date of last year's report for December, one year on. Null where the form has no rhythm
 * or no such report was filed by `asOf`.
 */
export function nextReportExpected(
  last: Report,
  reports: readonly Report[],
  asOf: CalendarDate,
): CalendarDate | null {
  const months = MONTHS_BETWEEN[last.form.replace(/\/A$/, '')];
  if (months === undefined) return null;
  const periodEnd = addMonths(last.periodEnd, months - YEAR_MONTHS);
  const filed = reports
    .filter(
      (report) =>
        report.filed <= asOf &&
        report.form in MONTHS_BETWEEN &&
        Math.abs(daysBetween(report.periodEnd, periodEnd)) <= PERIOD_END_SLACK_DAYS,
    )
    .map((report) => report.filed)
    .sort();
  const [first] = filed;
  return first === undefined ? null : addMonths(first, YEAR_MONTHS);
}
