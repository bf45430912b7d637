import type { CompanyFacts, Fact, Report } from '@screener/engine/facts';
import { describeReports } from './describe-reports.ts';
import type { FactSeries, GatheredFacts } from './series.ts';

/**
 * Orders what a reader gathered, drops duplicates, describes the reports and leaves out facts of filings that are
 * no report (an amendment that tags only its cover page).
 *
 * A fact is a duplicate when tag, unit, start, end and accession are those of another; the last listed is kept.
 * (The real files hold none; the rule makes the outcome certain.)
 */
export function assembleCompanyFacts(gathered: GatheredFacts): CompanyFacts {
  const { cik, name } = gathered;
  const series = gathered.series.map(ordered).sort(bySeries);
  const filings = [...gathered.filings];
  const reports = describeReports(series, filings);
  const facts: Fact[] = [];
  for (const one of series) for (const fact of one.facts) facts.push(fact);
  return {
    cik,
    name,
    reports,
    facts: reports.length === filings.length ? facts : reportedOnly(facts, reports),
  };
}

/** Order of facts within one tag and unit: end, start (an instant first), accession. Zero for a duplicate. */
function compareWithinSeries(a: Fact, b: Fact): number {
  if (a.end !== b.end) return a.end < b.end ? -1 : 1;
  if (a.start !== b.start) return (a.start ?? '') < (b.start ?? '') ? -1 : 1;
  if (a.accession !== b.accession) return a.accession < b.accession ? -1 : 1;
  return 0;
}

function bySeries(a: FactSeries, b: FactSeries): number {
  if (a.tag !== b.tag) return a.tag < b.tag ? -1 : 1;
  return a.unit === b.unit ? 0 : a.unit < b.unit ? -1 : 1;
}

/** Places that a fact may on average be moved before a series is sorted the general way. */
const MOVES_PER_FACT = 16;

function ordered(series: FactSeries): FactSeries {
  const facts = series.facts.slice();
  const order = insertionOrder(facts, MOVES_PER_FACT * facts.length);
  if (order === 'ordered') return { ...series, facts };
  // Both ways of sorting are stable, so that the last of equal facts is the last listed.
  const sorted = order === 'unordered' ? series.facts.toSorted(compareWithinSeries) : facts;
  return { ...series, facts: sorted.filter((fact, index) => isLastOfEquals(fact, sorted[index + 1])) };
}

function isLastOfEquals(fact: Fact, next: Fact | undefined): boolean {
  return next === undefined || compareWithinSeries(fact, next) !== 0;
}

/**
 * Orders `facts` in place by moving each back to its place: files list them by end and filing date, so nearly in
 * order. Gives up, with the facts in no order, when that takes more than `moves`.
 */
function insertionOrder(facts: Fact[], moves: number): 'ordered' | 'with duplicates' | 'unordered' {
  let left = moves;
  let hasDuplicates = false;
  for (const [index, fact] of facts.entries()) {
    let place = index;
    while (place > 0) {
      const before = facts[place - 1];
      if (before === undefined) break;
      const comparison = compareWithinSeries(before, fact);
      if (comparison === 0) hasDuplicates = true;
      if (comparison <= 0) break;
      facts[place] = before;
      place -= 1;
      left -= 1;
    }
    facts[place] = fact;
    if (left < 0) return 'unordered';
  }
  return hasDuplicates ? 'with duplicates' : 'ordered';
}

function reportedOnly(facts: readonly Fact[], reports: readonly Report[]): readonly Fact[] {
  const reported = new Set(reports.map((report) => report.accession));
  return facts.filter((fact) => reported.has(fact.accession));
}
