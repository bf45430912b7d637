import type { CompanyFacts, Fact, Report } from '@screener/engine/facts';
import { describeReports } from './describe-reports.ts';
import { usableIn } from './prune.ts';
import type { FactSeries, GatheredFacts } from './series.ts';

/**
 * Orders what a reader gathered, drops duplicates, describes the reports and leaves out facts of filings that
 * are not reports (an amendment that tags only its cover page). It keeps only readable facts of further tags,
 * because a report repeats many figures of earlier periods.
 *
 * A fact is a duplicate when tag, unit, start, end, accession and value are those of another. A filing that gives
 * another value for the same thing contradicts or rounds itself: the engine decides, so both are kept, the smaller
 * first.
 */
export function assembleCompanyFacts(gathered: GatheredFacts): CompanyFacts {
  const { cik, name } = gathered;
  const series = gathered.series.map(ordered);
  const filings = [...gathered.filings];
  const reports = describeReports(series, filings);
  const isEachReported = reports.length === filings.length;
  const described = isEachReported ? series : series.map(only(reportedIn(reports)));
  const further = gathered.further.map(only(usableIn(reports))).map(ordered);
  const facts: Fact[] = [];
  for (const one of [...described, ...further].sort(bySeries)) for (const fact of one.facts) facts.push(fact);
  return { cik, name, reports, facts };
}

/** Order of facts within one tag and unit: end, start (an instant first), accession, value. Zero for a duplicate. */
function compareWithinSeries(a: Fact, b: Fact): number {
  if (a.end !== b.end) return a.end < b.end ? -1 : 1;
  if (a.start !== b.start) return (a.start ?? '') < (b.start ?? '') ? -1 : 1;
  if (a.accession !== b.accession) return a.accession < b.accession ? -1 : 1;
  return a.value - b.value;
}

function bySeries(a: FactSeries, b: FactSeries): number {
  if (a.tag !== b.tag) return a.tag < b.tag ? -1 : 1;
  return a.unit === b.unit ? 0 : a.unit < b.unit ? -1 : 1;
}

function ordered(series: FactSeries): FactSeries {
  const facts = series.facts.toSorted(compareWithinSeries);
  return { ...series, facts: facts.filter((fact, index) => isLastOfEquals(fact, facts[index + 1])) };
}

function isLastOfEquals(fact: Fact, next: Fact | undefined): boolean {
  return next === undefined || compareWithinSeries(fact, next) !== 0;
}

function reportedIn(reports: readonly Report[]): (fact: Fact) => boolean {
  const reported = new Set(reports.map((report) => report.accession));
  return (fact) => reported.has(fact.accession);
}

function only(isKept: (fact: Fact) => boolean): (series: FactSeries) => FactSeries {
  return (series) => ({ ...series, facts: series.facts.filter(isKept) });
}
