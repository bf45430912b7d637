import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { CompanyFacts, Fact, Report } from '@screener/engine/facts';
import { STORED_TAGS } from '@screener/engine/stored-tags';

/** One row of the SEC's `companyfacts`. */
interface Row {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly accn: string;
  readonly form: string;
  readonly filed: string;
}

interface CompanyFactsFile {
  readonly cik: number | string;
  readonly entityName: string;
  readonly facts: Readonly<Record<string, Readonly<Record<string, { units: Record<string, Row[]> }>>>>;
}

const PERIODIC = /^(10-K|10-KT|10-Q|10-QT|20-F|40-F|6-K)(\/A)?$/;

/** Files that were read. */
const known = new Map<string, CompanyFacts>();

/**
 * A `companyfacts` file as the engine takes it: repeats in the simplest way what the package that reads these files
 * does, because this package may not import it.
 */
export function readCompanyFactsFile(path: string): CompanyFacts {
  const facts = known.get(path) ?? parseFile(path);
  known.set(path, facts);
  return facts;
}

function parseFile(path: string): CompanyFacts {
  const bytes = readFileSync(path);
  const file = JSON.parse(
    (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'),
  ) as CompanyFactsFile;
  const rows = rowsOf(file, STORED_TAGS.describing);
  const byAccession = Map.groupBy(rows, ({ row }) => row.accn);
  const reports = [...byAccession.values()].map(describe).filter((report) => report !== null);
  const known = new Set(reports.map(({ accession }) => accession));
  return {
    cik: String(file.cik).padStart(10, '0'),
    name: file.entityName,
    reports: reports.sort((a, b) => (a.filed + a.accession < b.filed + b.accession ? -1 : 1)),
    facts: [...rows, ...rowsOf(file, STORED_TAGS.further)]
      .filter(({ row }) => known.has(row.accn))
      .map(
        ({ tag, unit, row }): Fact => ({
          tag,
          unit,
          start: row.start ?? null,
          end: row.end,
          value: row.val,
          accession: row.accn,
        }),
      ),
  };
}

interface TaggedRow {
  readonly tag: string;
  readonly unit: string;
  readonly row: Row;
}

function rowsOf(file: CompanyFactsFile, wanted: ReadonlySet<string>): TaggedRow[] {
  return Object.entries(file.facts).flatMap(([taxonomy, tags]) =>
    Object.entries(tags)
      .map(([name, { units }]) => ({ tag: `${taxonomy}:${name}`, units }))
      .filter(({ tag }) => wanted.has(tag))
      .flatMap(({ tag, units }) =>
        Object.entries(units).flatMap(([unit, rows]) =>
          rows.filter(({ form }) => PERIODIC.test(form)).map((row) => ({ tag, unit, row })),
        ),
      ),
  );
}

/** The period end is the latest date with a quarter as many facts as the most common one. */
function describe(all: readonly TaggedRow[]): Report | null {
  const rows = all.filter(({ tag }) => !tag.startsWith('dei:'));
  const [first] = rows;
  if (first === undefined) return null;
  const { accn: accession, form, filed } = first.row;
  const ends = count(rows.map(({ row }) => row.end).filter((end) => end <= filed));
  const most = Math.max(0, ...ends.values());
  const periodEnd = [...ends.keys()]
    .filter((end) => (ends.get(end) ?? 0) >= 0.25 * most)
    .sort()
    .at(-1);
  if (periodEnd === undefined) return null;
  const currencies = count(rows.map(({ unit }) => unit).filter((unit) => /^[A-Z]{3}$/.test(unit)));
  const currency = [...currencies].sort(
    ([a, timesA], [b, timesB]) => timesB - timesA || rank(a) - rank(b) || (a < b ? -1 : 1),
  )[0];
  return {
    accession,
    form,
    filed,
    periodEnd,
    currency: currency?.[0] ?? null,
    factCount: ends.get(periodEnd) ?? 0,
  };
}

function count(items: readonly string[]): Map<string, number> {
  return new Map([...Map.groupBy(items, (item) => item)].map(([item, times]) => [item, times.length]));
}

function rank(currency: string): number {
  return currency === 'USD' ? 0 : 1;
}
