import { fail, ok, type Result } from '@sanad/base/result';
import type { CompanyFacts, Fact, Report } from '@sanad/screening/facts';

/**
 * Storage form of a filer's facts: JSON text in columns, the same bytes for the same facts. Reports stand once and
 * rows name them by index; a tag and unit stand once for all their rows.
 */
interface Encoded {
  readonly v: 1;
  readonly cik: string;
  readonly name: string;
  readonly reports: readonly (readonly [string, string, string, string, string | null, number])[];
  readonly series: readonly (readonly [string, string, readonly EncodedRow[]])[];
}

/** Start (0 for an instant), end, value, index of the report. */
type EncodedRow = readonly [string | 0, string, number, number];

const VERSION = 1;

export function encodeCompanyFacts(facts: CompanyFacts): Uint8Array {
  const index = new Map(facts.reports.map((report, at) => [report.accession, at]));
  const series: [string, string, EncodedRow[]][] = [];
  for (const fact of facts.facts) {
    const report = index.get(fact.accession);
    if (report === undefined) throw new Error(`the fact ${fact.tag} names a report that is not there`);
    const row: EncodedRow = [fact.start ?? 0, fact.end, fact.value, report];
    const last = series.at(-1);
    if (last !== undefined && last[0] === fact.tag && last[1] === fact.unit) last[2].push(row);
    else series.push([fact.tag, fact.unit, [row]]);
  }
  const encoded: Encoded = {
    v: VERSION,
    cik: facts.cik,
    name: facts.name,
    reports: facts.reports.map((report) => [
      report.accession,
      report.form,
      report.filed,
      report.periodEnd,
      report.currency,
      report.factCount,
    ]),
    series,
  };
  return new TextEncoder().encode(JSON.stringify(encoded));
}

/** Reads what `encodeCompanyFacts` wrote; anything else is refused. */
export function decodeCompanyFacts(bytes: Uint8Array): Result<CompanyFacts, 'not_encoded_facts'> {
  let encoded: Encoded;
  try {
    encoded = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Encoded;
  } catch {
    return fail('not_encoded_facts', 'not JSON text in UTF-8');
  }
  if (encoded?.v !== VERSION) return fail('not_encoded_facts', `not facts in storage form ${VERSION}`);
  const reports = encoded.reports.map(
    ([accession, form, filed, periodEnd, currency, factCount]): Report => ({
      accession,
      form,
      filed,
      periodEnd,
      currency,
      factCount,
    }),
  );
  const facts: Fact[] = [];
  for (const [tag, unit, rows] of encoded.series) {
    for (const [start, end, value, report] of rows) {
      const accession = reports[report]?.accession;
      if (accession === undefined)
        return fail('not_encoded_facts', `${tag} names a report that is not there`);
      facts.push({ tag, unit, start: start === 0 ? null : start, end, value, accession });
    }
  }
  return ok({ cik: encoded.cik, name: encoded.name, reports, facts });
}
