import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { CompanyFacts, Fact, Report } from '@screener/engine/facts';
import { readSnapshot } from '@screener/service/use-cases/read-snapshot';

const GIVEN = fileURLToPath(new URL('../../../shared/data/companyfacts', import.meta.url));
const SNAPSHOT = fileURLToPath(new URL('../../screener/data/snapshot', import.meta.url));
/** What a large company files besides the screened tags: these make up most of its file. */
const OTHER_TAGS = 400;
const ROWS_PER_OTHER_TAG = 40;
const FACTS = ',"facts":{';

/** companyfacts documents to fill an archive with. Each begins `{"cik":...,"entityName":"..."`, then a comma. */
export interface Documents {
  /** Like those of small companies: only the screened tags. */
  readonly small: readonly Buffer[];
  /** 1 to 4 MB each. */
  readonly large: readonly Buffer[];
  /** Where the large ones come from. */
  readonly source: string;
}

/** The files in ../shared if present, otherwise the snapshot's companies with rows of other tags added. */
export async function readDocuments(): Promise<Documents> {
  const snapshot = await readSnapshot(SNAPSHOT);
  if (!snapshot.ok) throw new Error(snapshot.error.message);
  const companies = snapshot.value.companies
    .map(({ facts }) => facts)
    .filter(({ facts }) => facts.length > 500);
  const small = companies.map((facts) => documentOf(facts, 0));
  if (!existsSync(GIVEN)) {
    const large = companies.map((facts) => documentOf(facts, OTHER_TAGS));
    return { small, large, source: 'made from the snapshot (../shared/data/companyfacts is absent)' };
  }
  const large = readdirSync(GIVEN)
    .filter((name) => name.endsWith('.gz'))
    .sort()
    .map((name) => gunzipSync(readFileSync(join(GIVEN, name))))
    // Not the indented ones: the archive has none like them, and they cannot be split.
    .filter((bytes) => bytes.length > 1_000_000 && bytes.indexOf(FACTS) > 0);
  return { small, large, source: 'files of ../shared/data/companyfacts' };
}

/** Splits the document: what each copy replaces, and the rest. */
export function splitDocument(document: Buffer): { readonly name: string; readonly rest: Buffer } {
  const facts = document.indexOf(FACTS);
  const { entityName } = JSON.parse(`${document.toString('utf8', 0, facts)}}`);
  return { name: entityName, rest: document.subarray(facts) };
}

/** Facts in the layout of data.sec.gov. */
function documentOf(company: CompanyFacts, otherTags: number): Buffer {
  const reports = new Map(company.reports.map((report) => [report.accession, report]));
  const rowOf = (fact: Fact) => row(fact, reports.get(fact.accession));
  const namespaces: Record<string, Record<string, unknown>> = {};
  for (const [qualified, facts] of Map.groupBy(company.facts, ({ tag }) => tag)) {
    const [namespace = '', name = ''] = qualified.split(':');
    const units = [...Map.groupBy(facts, ({ unit }) => unit)].map(([unit, rows]) => [unit, rows.map(rowOf)]);
    namespaces[namespace] = { ...namespaces[namespace], [name]: tagOf(name, Object.fromEntries(units)) };
  }
  const rows = company.facts.slice(0, ROWS_PER_OTHER_TAG).map(rowOf);
  const others = Array.from({ length: otherTags }, (_, index) => `SomeOtherTagOfTheTaxonomy${index}`);
  const added = others.map((name) => [name, tagOf(name, { USD: rows })]);
  namespaces['us-gaap'] = { ...namespaces['us-gaap'], ...Object.fromEntries(added) };
  const { cik, name } = company;
  return Buffer.from(JSON.stringify({ cik: Number(cik), entityName: name, facts: namespaces }));
}

function tagOf(name: string, units: object): object {
  const description = `Amount of ${name}, as the taxonomy describes it. `.repeat(4);
  return { label: name, description, units };
}

function row(fact: Fact, report: Report | undefined): object {
  return {
    ...(fact.start === null ? {} : { start: fact.start }),
    end: fact.end,
    val: fact.value,
    accn: fact.accession,
    fy: Number(fact.end.slice(0, 4)),
    fp: 'FY',
    form: report?.form ?? '',
    filed: report?.filed ?? '',
  };
}
