import type { CompanyFacts, Fact } from '@screener/engine/facts';

/**
 * The stored form of one company's facts, as JSON in UTF-8. `dates` are all starts and ends, ascending; a fact names
 * them, and its report, by index (`-1` for no start). The facts of one tag and unit are four columns of equal length.
 */
export interface EncodedCompanyFacts {
  readonly v: 1;
  readonly cik: string;
  readonly name: string;
  readonly dates: readonly string[];
  /** Accession, form, filed, period end, currency, fact count. */
  readonly reports: readonly (readonly [string, string, string, string, string | null, number])[];
  /** Tag, unit, starts, ends, values, reports. */
  readonly series: readonly EncodedSeries[];
}

export type EncodedSeries = readonly [
  tag: string,
  unit: string,
  starts: readonly number[],
  ends: readonly number[],
  values: readonly number[],
  reports: readonly number[],
];

export const ENCODING_VERSION = 1;
/** Stands in place of a start for an instant. */
export const NO_START = -1;

/**
 * The bytes to store for one company: a database blob, or a file of the snapshot. The same facts give the same
 * bytes, and `decodeCompanyFacts` gives the facts back in their order. Each fact's report must be among the reports.
 */
export function encodeCompanyFacts(company: CompanyFacts): Uint8Array {
  const dates = datesOf(company.facts);
  const encoded: EncodedCompanyFacts = {
    v: ENCODING_VERSION,
    cik: company.cik,
    name: company.name,
    dates,
    reports: company.reports.map((report) => [
      report.accession,
      report.form,
      report.filed,
      report.periodEnd,
      report.currency,
      report.factCount,
    ]),
    series: encodeSeries(
      company.facts,
      indexOf(dates),
      indexOf(company.reports.map((report) => report.accession)),
    ),
  };
  return new TextEncoder().encode(JSON.stringify(encoded));
}

function datesOf(facts: readonly Fact[]): readonly string[] {
  const dates = new Set<string>();
  for (const fact of facts) {
    dates.add(fact.end);
    if (fact.start !== null) dates.add(fact.start);
  }
  return [...dates].sort();
}

function encodeSeries(
  facts: readonly Fact[],
  dateIndex: ReadonlyMap<string, number>,
  reportIndex: ReadonlyMap<string, number>,
): readonly EncodedSeries[] {
  const series: EncodedSeries[] = [];
  let [tag, unit, starts, ends, values, reports] = emptySeries('', '');
  for (const fact of facts) {
    if (series.length === 0 || fact.tag !== tag || fact.unit !== unit) {
      [tag, unit, starts, ends, values, reports] = emptySeries(fact.tag, fact.unit);
      series.push([tag, unit, starts, ends, values, reports]);
    }
    starts.push(fact.start === null ? NO_START : position(dateIndex, fact.start));
    ends.push(position(dateIndex, fact.end));
    values.push(fact.value);
    reports.push(position(reportIndex, fact.accession));
  }
  return series;
}

function emptySeries(tag: string, unit: string): [string, string, number[], number[], number[], number[]] {
  return [tag, unit, [], [], [], []];
}

function indexOf(items: readonly string[]): ReadonlyMap<string, number> {
  return new Map(items.map((item, index) => [item, index]));
}

function position(index: ReadonlyMap<string, number>, item: string): number {
  const found = index.get(item);
  if (found === undefined) throw new Error(`a fact names ${item}, which is not among the company's reports`);
  return found;
}
