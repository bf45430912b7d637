import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { withTempDir } from '@common/kit/testing';
import { ArchiveWriter, compressRest } from './import/archive-writer.ts';
import { type Documents, readDocuments, splitDocument } from './import/documents.ts';
import { judge, printTable, readable, toMib } from './support/report.ts';

/**
 * Peak memory of an import of the SEC's `companyfacts.zip` into a SQLite file, and its processor time against that of
 * inflating and reading the same archive, each in a process of its own. `--entries <n>` takes another number of
 * companies than 10,000.
 */
const IMPORT = fileURLToPath(new URL('./import/import-archive.ts', import.meta.url));
const READ = fileURLToPath(new URL('./import/read-archive.ts', import.meta.url));
const DEFAULT_ENTRIES = 10_000;
/** One company in this many is a large one. */
const LARGE_EVERY = 25;
const PEAK_LIMIT_MIB = 500;
/** Of the processor time of inflating and reading. */
const TIMES_LIMIT = 1.5;

const { values } = parseArgs({ options: { entries: { type: 'string' } } });
const entries = Number(values.entries ?? DEFAULT_ENTRIES);
if (!Number.isSafeInteger(entries) || entries < 1)
  throw new Error('--entries must be a whole number, at least 1');

await withTempDir(async (folder) => {
  const archive = join(folder, 'companyfacts.zip');
  const documents = await readDocuments();
  const inflated = await writeArchive(archive, documents, entries);
  const { size } = await stat(archive);
  const url = `sqlite:${join(folder, 'store.sqlite')}`;
  const floor = await run(READ, archive);
  const { imported, seconds, cpuSeconds, peakBytes } = await run(IMPORT, url, archive);
  if (imported !== entries) throw new Error(`${imported} of ${entries} companies were imported`);
  if (floor.read !== entries) throw new Error(`${floor.read} of ${entries} companies were read`);
  const stored = await stat(join(folder, 'store.sqlite'));
  process.stdout.write(`  large documents: ${documents.source}\n`);
  printTable(
    ['', 'companies', 'zip MiB', 'inflated MiB', 'store MiB', 's', 'CPU s', 'companies/s'],
    [
      ['inflate and read', floor.seconds, floor.cpuSeconds, 0] as const,
      ['import', seconds, cpuSeconds, stored.size] as const,
    ].map(([name, elapsed, cpu, bytes]) => [
      name,
      String(entries),
      ...[toMib(size), toMib(inflated), toMib(bytes), elapsed, cpu, entries / elapsed].map(readable),
    ]),
  );
  judge([
    {
      what: `peak memory of the import of ${entries} companies`,
      measured: toMib(peakBytes),
      is: 'at most',
      limit: PEAK_LIMIT_MIB,
      unit: ' MiB',
    },
    {
      what: 'processor time of the import against inflating and reading alone',
      measured: cpuSeconds / floor.cpuSeconds,
      is: 'at most',
      limit: TIMES_LIMIT,
      unit: ' times',
    },
  ]);
});

async function run(program: string, ...args: readonly string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return JSON.parse(stdout);
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
