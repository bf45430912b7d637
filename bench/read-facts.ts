import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { SCREENED_TAGS } from '@screener/engine/concepts/screened-tags';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { parseCompanyFacts, readCompanyFacts } from '@screener/sources/companyfacts/read';
import { judge, median } from './support/report.ts';

/**
 * Reading companyfacts files for the tags that screening reads, against `JSON.parse` of the same bytes in the same
 * process. Fails when the two readings differ anywhere.
 */
const LEAST_RATIO = 2;
const WARM_UP_ROUNDS = 2;
const ROUNDS = 9;
const GIVEN = join(import.meta.dirname, '../../shared/data/companyfacts');

interface Contender {
  readonly name: string;
  readonly run: (bytes: Buffer) => unknown;
  readonly seconds: number[];
}

function main(): number {
  const files = existsSync(GIVEN) ? givenFiles() : syntheticFiles();
  const bytes = files.reduce((total, file) => total + file.length, 0);
  const different = files.filter(
    (file) => !isDeepStrictEqual(readCompanyFacts(file, STORED_TAGS), parseCompanyFacts(file, STORED_TAGS)),
  );
  const contenders: readonly Contender[] = [
    { name: 'readCompanyFacts', run: (file) => readCompanyFacts(file, STORED_TAGS), seconds: [] },
    { name: 'JSON.parse alone', run: (file) => JSON.parse(file.toString()), seconds: [] },
    { name: 'parseCompanyFacts', run: (file) => parseCompanyFacts(file, STORED_TAGS), seconds: [] },
  ];
  measure(contenders, files);
  const [reader, peer] = contenders.map(({ seconds }) => median(seconds));
  const ratio = (peer ?? 0) / (reader ?? 1);
  console.log(
    `${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, ${STORED_TAGS.describing.size + STORED_TAGS.further.size} tags, median of ${ROUNDS} rounds\n`,
  );
  for (const { name, seconds } of contenders) {
    const time = median(seconds);
    const columns = [
      `${(bytes / 1e6 / time).toFixed(0)} MB/s`,
      `${((time / files.length) * 1000).toFixed(2)} ms per file`,
      `${((peer ?? 0) / time).toFixed(1)} times JSON.parse`,
    ];
    console.log(name.padEnd(20) + columns.map((column) => column.padStart(22)).join(''));
  }
  console.log(`\nidentical results: ${different.length === 0 ? 'yes' : 'no'} (${files.length} files)`);
  judge([
    {
      what: 'reading companyfacts, times JSON.parse',
      measured: ratio,
      is: 'at least',
      limit: LEAST_RATIO,
    },
  ]);
  return different.length === 0 ? 0 : 1;
}

/**
 * Every contender reads all files in every round, in a different order each time. Only this thread's processor time
 * counts, so that other programs do not matter.
 */
function measure(contenders: readonly Contender[], files: readonly Buffer[]): void {
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const first = Math.abs(round) % contenders.length;
    for (const { run, seconds } of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const before = process.threadCpuUsage();
      for (const file of files) run(file);
      const { user, system } = process.threadCpuUsage(before);
      if (round >= 0) seconds.push((user + system) / 1e6);
    }
  }
}

function givenFiles(): Buffer[] {
  return readdirSync(GIVEN)
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(GIVEN, name));
      return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    });
}

/** Files of the usual size and layout, with a fifth of their rows under tags that screening reads. */
function syntheticFiles(): Buffer[] {
  console.log(
    '*** ../shared/data/companyfacts is absent: measuring SYNTHETIC files, whose figures mean little ***\n',
  );
  return Array.from({ length: 12 }, (_, company) => syntheticFile(company + 1));
}

function syntheticFile(company: number): Buffer {
  const wanted = [...SCREENED_TAGS].filter((tag) => tag.startsWith('us-gaap:')).slice(0, 80);
  const names = wanted.flatMap((tag, index) => [
    tag.slice('us-gaap:'.length),
    ...[1, 2, 3, 4].map((other) => `UnwantedTagOfSomeLength${index}Number${other}`),
  ]);
  const description =
    'Amount of what this tag stands for, as of the balance sheet date [or of a period]. '.repeat(3);
  const tags = names.map((name, index) => {
    const rows = Array.from({ length: 10 + ((index * 7919 + company) % 100) }, (_, row) =>
      syntheticRow(row, index),
    );
    return [name, { label: name, description, units: { USD: rows } }];
  });
  const facts = { 'us-gaap': Object.fromEntries(tags) };
  return Buffer.from(JSON.stringify({ cik: company, entityName: `Company ${company}`, facts }));
}

/** Rows in the SEC's order: by period, each reported by six filings. */
function syntheticRow(row: number, tag: number): unknown {
  const [period, filing] = [Math.floor(row / 6), row % 6];
  const year = 2010 + (period % 15);
  const filed = `${year + 1 + filing}-02-09`;
  const start = tag % 2 === 0 ? {} : { start: `${year}-01-01` };
  const accn = `0000320193-${String(year + 1 + filing).slice(2)}-${String(period).padStart(6, '0')}`;
  const val = (row * 104_729 + tag * 15_485_863) * 1000;
  const frame = filing === 5 ? { frame: `CY${year}` } : {};
  return { ...start, end: `${year}-12-31`, val, accn, fy: year, fp: 'FY', form: '10-K', filed, ...frame };
}

process.exitCode = main();
