import { addDays } from '@common/base/calendar';
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
  const periods = new Map(
    reports.map(({ accession, periodEnd }) => [
      accession,
      {
        periodEnd,
        earliest: addDays(periodEnd, -YEAR_EARLIER.most),
        latest: addDays(periodEnd, -YEAR_EARLIER.least),
      },
    ]),
  );
  return ({ accession, start, end }) => {
    const period = periods.get(accession);
    if (period === undefined) return false;
    return end === period.periodEnd || (start !== null && end >= period.earliest && end <= period.latest);
  };
}
