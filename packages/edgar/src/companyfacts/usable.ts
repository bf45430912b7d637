import { daysBetween } from '@sanad/base/calendar';
import type { CompanyFacts, Fact, Report } from '@sanad/screening/facts';

/** How far before a report's period end its prior-year columns end, in days. */
const YEAR_DAYS = { least: 350, most: 380 };

/**
 * The facts that a screening can use: balances at their report's period end, flows to it or to a year before it,
 * and cover-page figures, whose date lies after it. Other comparative columns are dropped; order is kept.
 */
export function keepUsableFacts(facts: CompanyFacts): CompanyFacts {
  const reports = new Map(facts.reports.map((report) => [report.accession, report]));
  return {
    ...facts,
    facts: facts.facts.filter((fact) => {
      const report = reports.get(fact.accession);
      return report !== undefined && isUsable(fact, report);
    }),
  };
}

function isUsable(fact: Fact, report: Report): boolean {
  if (fact.tag.startsWith('dei:') || fact.end === report.periodEnd) return true;
  if (fact.start === null) return false;
  const days = daysBetween(fact.end, report.periodEnd);
  return days >= YEAR_DAYS.least && days <= YEAR_DAYS.most;
}
