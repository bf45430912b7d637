import { join } from 'node:path';
import { type Database, openDatabase } from '@common/kit/sql/database';
import { withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import type { ScreenerSchema } from '@screener/service/store/schema';
import { growAuthority } from './growth/authority-rows.ts';
import type { GrowingStore } from './growth/growing.ts';
import { growHistory } from './growth/history-rows.ts';
import { type Bar, judge, printTable, readable } from './support/report.ts';

/**
 * How reads and commits slow down as the stores grow, on both engines: one grant, receipt and event for each row of the
 * authority, and the screener's dated screenings. Rows have bodies of about one kilobyte.
 *
 * `BENCH_ROWS=10000000 npm run bench -- growth` for the curve that docs/operations/scale.md shows, with
 * `BENCH_ENGINE=postgres` or `sqlite` for one engine alone. It needs tens of gigabytes in the folder for temporary files.
 */
const LARGEST = Number(process.env.BENCH_ROWS ?? 300_000);
const SIZES = [10_000, 100_000, 1_000_000, 10_000_000].filter((size) => size < LARGEST).concat(LARGEST);
const ENGINES = (['sqlite', 'postgres'] as const).filter(
  (engine) => (process.env.BENCH_ENGINE ?? engine) === engine,
);
const SAMPLES = 21;
/** One more page of an index, and a larger table in the same memory: never in proportion to the rows. */
const LIMIT = 4;
/** What a person waits for without noticing it. */
const MOST_SEARCH_MS = 50;
/** A step in a logarithm is seen only above what a statement takes in itself. */
const LEAST_MS = 1;

type Row = ReadonlyMap<string, number>;

await withTempDir(async (folder) => {
  const bars: Bar[] = [];
  for (const engine of ENGINES) {
    const urlOf = async (name: string) =>
      engine === 'sqlite' ? `sqlite:${join(folder, `${name}.sqlite`)}` : (await startPostgres()).url;
    await using opened = new AsyncDisposableStack();
    const open = async <Schema>(name: string): Promise<Database<Schema>> => {
      const database = await openDatabase<Schema>({
        url: await urlOf(name),
        // Filling is no work of a service.
        postgres: { statementTimeoutMs: 0 },
      });
      opened.defer(() => database.close());
      return database;
    };
    for (const growing of [
      await growAuthority(await open<AuthoritySchema>('authority')),
      await growHistory(await open<ScreenerSchema>('history')),
    ]) {
      const title = `${growing.what} on ${engine}`;
      bars.push(...report(title, await measureAll(growing)));
    }
  }
  judge(bars);
});

async function measureAll(growing: GrowingStore): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let size = 0;
  for (const next of SIZES) {
    const start = performance.now();
    await growing.grow(size, next);
    const seconds = readable((performance.now() - start) / 1_000);
    const megabytes = readable((await growing.bytes()) / 1e6);
    process.stdout.write(`  ${growing.what}: ${next} rows, ${megabytes} MB, after ${seconds} s\n`);
    size = next;
    rows.push(await measure(growing, size));
  }
  return rows;
}

async function measure(growing: GrowingStore, size: number): Promise<Row> {
  const row = new Map<string, number>();
  for (const [name, run] of growing.operations(size)) {
    const times: number[] = [];
    for (let sample = 0; sample <= SAMPLES; sample += 1) {
      const start = performance.now();
      await run(sample);
      // The first reads what no earlier one has.
      if (sample > 0) times.push(performance.now() - start);
    }
    // Whatever else the machine does can only add.
    row.set(name, Math.min(...times));
  }
  return row;
}

/** Returns how many times longer the operation takes that grew most, and how long the slowest search takes. */
function report(title: string, rows: readonly Row[]): readonly Bar[] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) throw new Error('nothing was measured');
  const names = [...first.keys()];
  const growthOf = (name: string) => (last.get(name) ?? 0) / Math.max(LEAST_MS, first.get(name) ?? 0);
  printTable(
    [`${title}, ms`, ...SIZES.map(String)],
    names.map((name) => [name, ...rows.map((row) => readable(row.get(name) ?? Number.NaN))]),
  );
  // What a search compares has a bound, below which it grows with the rows.
  const [searches, others] = [names.filter(isSearch), names.filter((name) => !isSearch(name))];
  const growth: Bar = {
    what: `${title}: slowest growth from ${SIZES[0]} to ${LARGEST} rows`,
    measured: Math.max(...others.map(growthOf)),
    is: 'at most',
    limit: LIMIT,
  };
  const slowest: Bar = {
    what: `${title}: the slowest search among ${LARGEST} rows`,
    measured: Math.max(...searches.map((name) => last.get(name) ?? Number.NaN)),
    is: 'at most',
    limit: MOST_SEARCH_MS,
    unit: ' ms',
  };
  return searches.length === 0 ? [growth] : [growth, slowest];
}

function isSearch(name: string): boolean {
  return name.startsWith('search: ');
}
