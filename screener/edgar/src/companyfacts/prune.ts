import { type CalendarDate, daysBetween } from '@common/base/calendar';
import type { CompanyFacts, Fact } from '@screener/engine/facts';

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
  const periodEnds = new Map(company.reports.map((report) => [report.accession, report.periodEnd]));
  const isUsable = (fact: Fact) => {
    if (fact.tag.startsWith('dei:')) return true;
    const periodEnd = periodEnds.get(fact.accession);
    if (periodEnd === undefined) return false;
    return fact.end === periodEnd || (fact.start !== null && isYearEarlier(fact.end, periodEnd));
  };
  return { ...company, facts: company.facts.filter(isUsable) };
}

function isYearEarlier(end: CalendarDate, periodEnd: CalendarDate): boolean {
  const days = daysBetween(end, periodEnd);
  return days >= YEAR_EARLIER.least && days <= YEAR_EARLIER.most;
}
