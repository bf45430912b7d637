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
 * Peak memory, and pace, of an import of the SEC's `companyfacts.zip` into a SQLite file, in a process of its own.
 * `--entries <n>` takes another number of companies than 10,000.
 */
const PROGRAM = fileURLToPath(new URL('./import/import-archive.ts', import.meta.url));
const DEFAULT_ENTRIES = 10_000;
/** Each so manieth company is a large one. */
const LARGE_EVERY = 25;
const PEAK_LIMIT_MIB = 500;

const { values } = parseArgs({ options: { entries: { type: 'string' } } });
const entries = Number(values.entries ?? DEFAULT_ENTRIES);
if (!Number.isSafeInteger(entries) || entries < 1) throw new Error('--entries takes a whole number from 1');

await withTempDir(async (folder) => {
  const archive = join(folder, 'companyfacts.zip');
  const documents = await readDocuments();
  const inflated = await writeArchive(archive, documents, entries);
  const { size } = await stat(archive);
  const url = `sqlite:${join(folder, 'store.sqlite')}`;
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, url, archive]);
  const { imported, seconds, cpuSeconds, peakBytes } = JSON.parse(stdout);
  if (imported !== entries) throw new Error(`${imported} of ${entries} companies were imported`);
  const stored = await stat(join(folder, 'store.sqlite'));
  process.stdout.write(`  large documents: ${documents.source}\n`);
  printTable(
    ['companies', 'zip MiB', 'inflated MiB', 'store MiB', 's', 'CPU s', 'companies/s', 'inflated MiB/s'],
    [
      [
        String(entries),
        ...[toMib(size), toMib(inflated), toMib(stored.size), seconds, cpuSeconds].map(readable),
        ...[entries / seconds, toMib(inflated) / seconds].map(readable),
      ],
    ],
  );
  judge([
    {
      what: `peak memory of the import of ${entries} companies`,
      measured: toMib(peakBytes),
      is: 'at most',
      limit: PEAK_LIMIT_MIB,
      unit: ' MiB',
    },
  ]);
});

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
  if (value === undefined) throw new Error('there is no document to copy');
  return value;
}
