import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { withTempDir } from '@common/kit/testing';
import { ArchiveWriter, compressRest } from './import/archive-writer.ts';
import { type Documents, readDocuments, splitDocument } from './import/documents.ts';
import { judge, median, printTable, readable, report, toMib } from './support/report.ts';
import { turn } from './support/turns.ts';

/**
 * An import of the SEC's `companyfacts.zip` into a SQLite file on all processors, its time and peak memory, against
 * inflating and reading the same archive on as many threads, each in a process of its own and in turn. `--entries <n>`
 * takes another number of companies than 10,000, `--threads <n>` another number of threads.
 */
const IMPORT = fileURLToPath(new URL('./import/import-archive.ts', import.meta.url));
const READ = fileURLToPath(new URL('./import/read-archive.ts', import.meta.url));
const DEFAULT_ENTRIES = 10_000;
/** One company in this many is a large one. */
const LARGE_EVERY = 25;
const PEAK_LIMIT_MIB = 600;
/** Of the time of inflating and reading. */
const TIMES_LIMIT = 1.3;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

const { values } = parseArgs({ options: { entries: { type: 'string' }, threads: { type: 'string' } } });
const entries = countOf(values.entries, DEFAULT_ENTRIES);
const threads = countOf(values.threads, availableParallelism());

interface Run {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

await withTempDir(async (folder) => {
  const archive = join(folder, 'companyfacts.zip');
  const documents = await readDocuments();
  const inflated = await writeArchive(archive, documents, entries);
  const rounds: { readonly floor: Run; readonly whole: Run }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await turn();
    const floor = await run(READ, archive);
    const whole = await run(IMPORT, `sqlite:${join(folder, `store-${round}.sqlite`)}`, archive);
    rounds.push({ floor, whole });
  }
  const [zip, stored] = await Promise.all(
    [archive, join(folder, 'store-0.sqlite')].map((path) => stat(path)),
  );
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
  process.stdout.write(`  large documents: ${documents.source}; ${threads} threads\n`);
  printTable(
    ['median of rounds', 'companies', 'zip MiB', 'inflated MiB', 'store MiB', 's', 'CPU s', 'companies/s'],
    (['floor', 'whole'] as const).map((side) => {
      const seconds = middle((round) => round[side].seconds);
      const cpuSeconds = middle((round) => round[side].cpuSeconds);
      const sizes = [zip?.size ?? 0, inflated, side === 'whole' ? (stored?.size ?? 0) : 0].map(toMib);
      return [
        side === 'whole' ? 'import' : 'inflate and read',
        String(entries),
        ...[...sizes, seconds, cpuSeconds, entries / seconds].map(readable),
      ];
    }),
  );
  report([
    { what: 'import', unit: 's', values: rounds.map(({ whole }) => whole.seconds) },
    { what: 'import, CPU', unit: 's', values: rounds.map(({ whole }) => whole.cpuSeconds) },
    { what: 'inflating and reading', unit: 's', values: rounds.map(({ floor }) => floor.seconds) },
  ]);
  judge([
    {
      what: `peak memory of the import of ${entries} companies on ${threads} threads`,
      measured: toMib(Math.max(...rounds.map(({ whole }) => whole.peakBytes))),
      is: 'at most',
      limit: PEAK_LIMIT_MIB,
      unit: ' MiB',
    },
    {
      what: 'time of the import against inflating and reading on as many threads',
      measured: middle(({ whole, floor }) => whole.seconds / floor.seconds),
      is: 'at most',
      limit: TIMES_LIMIT,
      unit: ' times',
    },
  ]);
});

function countOf(text: string | undefined, otherwise: number): number {
  const count = Number(text ?? otherwise);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error('a count is a whole number, at least 1');
  return count;
}

async function run(program: string, ...args: readonly string[]): Promise<Run> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, String(threads)]);
  const { done, ...took }: Run & { readonly done: number } = JSON.parse(stdout);
  if (done !== entries) throw new Error(`${done} of ${entries} companies were done`);
  return took;
}

/** Copies of the documents, each with its own CIK. Returns the bytes of all, decompressed. */
async function writeArchive(path: string, documents: Documents, count: number): Promise<number> {
  const [small, large] = [documents.small, documents.large].map((list) =>
    list.map(splitDocument).map(({ name, rest }) => ({ name, rest: compressRest(rest) })),
  );
  await using writer = await ArchiveWriter.create(path);
  let inflated = 0;
  for (let index = 0; index < count; index += 1) {
    const isLarge = index % LARGE_EVERY === 0;
    const document = isLarge ? nth(large, index / LARGE_EVERY) : nth(small, index);
    const cik = 1_000_000 + index;
    const start = Buffer.from(`{"cik":${cik},"entityName":${JSON.stringify(document.name)}`);
    await writer.add(`CIK${String(cik).padStart(10, '0')}.json`, start, document.rest);
    inflated += start.length + document.rest.bytes.length;
  }
  await writer.end();
  return inflated;
}

function nth<Value>(list: readonly Value[] = [], index: number): Value {
  const value = list[index % list.length];
  if (value === undefined) throw new Error('no document to copy');
  return value;
}
