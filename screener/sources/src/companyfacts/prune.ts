import { addDays, type CalendarDate } from '@common/base/calendar';
import type { CompanyFacts, Fact, Report } from '@screener/engine/facts';

/** How many days before a report's period end the same period ended a year earlier (52 or 53 weeks, or a year). */
const YEAR_EARLIER = { least: 350, most: 380 };

/**
 * Drops facts that no screening can read. These are most of a file, since a report repeats many figures of
 * earlier periods.
 *
 * It keeps of each report: balances at its period end; flows that end there, or a year earlier (the
 * comparative that a trailing-twelve-month figure subtracts); everything of the cover page (`dei`), whose
 * date lies after the period end; ratios of splits, which filers tag with any day. Order and reports stay the same, so pruning twice changes nothing.
 */
export function pruneToUsable(company: CompanyFacts): CompanyFacts {
  const isRead = usableIn(company.reports);
  return { ...company, facts: company.facts.filter((fact) => fact.tag.startsWith('dei:') || isRead(fact)) };
}

interface Period {
  readonly periodEnd: CalendarDate;
  readonly earliest: CalendarDate;
  readonly latest: CalendarDate;
}

/** Most companies share their period ends: an import meets each a thousand times. */
const PERIODS_KEPT = 4_096;
const knownPeriods = new Map<CalendarDate, Period>();

function periodAt(periodEnd: CalendarDate): Period {
  const known = knownPeriods.get(periodEnd);
  if (known !== undefined) return known;
  const earliest = addDays(periodEnd, -YEAR_EARLIER.most);
  const period = { periodEnd, earliest, latest: addDays(periodEnd, -YEAR_EARLIER.least) };
  if (knownPeriods.size >= PERIODS_KEPT) knownPeriods.clear();
  knownPeriods.set(periodEnd, period);
  return period;
}

/**
 * Whether a screening can read a fact of a statement: it belongs to one of the reports, and to its period or
 * the one a year before, or it is the ratio of a split.
 */
export function usableIn(reports: readonly Report[]): (fact: Fact) => boolean {
  const periods = new Map(reports.map(({ accession, periodEnd }) => [accession, periodAt(periodEnd)]));
  return ({ unit, accession, start, end }) => {
    const period = periods.get(accession);
    if (period === undefined) return false;
    if (unit === 'pure') return true;
    return end === period.periodEnd || (start !== null && end >= period.earliest && end <= period.latest);
  };
}
