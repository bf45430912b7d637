import { type CalendarDate, daysBetween } from '@common/base/calendar';
import type { CompanyFacts, Fact, Report } from '@screener/engine/facts';

/** How many days before a report's period end the same period ended a year earlier (52 or 53 weeks, or a year). */
const YEAR_EARLIER = { least: 350, most: 380 };

/**
 * Drops what no screening can read, which is most of a file: a report repeats many figures of earlier periods.
 *
 * Kept of each report: balances at its period end; flows that end there, or a year earlier (the comparative that a
 * trailing-twelve-month figure subtracts); everything of the cover page (`dei`), whose date lies after the period end.
 * Order and reports stay the same, so pruning twice changes nothing.
 */
export function pruneToUsable(company: CompanyFacts): CompanyFacts {
  const isRead = usableIn(company.reports);
  return { ...company, facts: company.facts.filter((fact) => fact.tag.startsWith('dei:') || isRead(fact)) };
}

/** Whether a fact of a statement can be read: it is of one of the reports, and of its period or the one a year before. */
export function usableIn(reports: readonly Report[]): (fact: Fact) => boolean {
  const periodEnds = new Map(reports.map((report) => [report.accession, report.periodEnd]));
  return ({ accession, start, end }) => {
    const periodEnd = periodEnds.get(accession);
    if (periodEnd === undefined) return false;
    return end === periodEnd || (start !== null && isYearEarlier(end, periodEnd));
  };
}

function isYearEarlier(end: CalendarDate, periodEnd: CalendarDate): boolean {
  const days = daysBetween(end, periodEnd);
  return days >= YEAR_EARLIER.least && days <= YEAR_EARLIER.most;
}
