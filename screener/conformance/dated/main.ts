import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { REPOSITORY } from '@common/kit/repository';
import { openSources } from '../recompute/sources.ts';
import { clockFrom } from '../service-here.ts';
import { quarterEnds, snapshotSymbols } from './asked.ts';
import { type Faces, withFaces } from './faces.ts';
import { type DatedLine, datedLines, watchlistOf } from './lines.ts';
import { ambiguousAges, datedPage, PAGE_FILE } from './page.ts';

/**
 * Asks every face about each company and fund of the embedded snapshot at each quarter end since 2021, and prints one
 * table; `--write` writes it to the documentation, `--on <date>` asks as on another day than today, and tickers select
 * companies. Exits with 1 if any two faces differ.
 */
const COMMAND = join(REPOSITORY, 'screener/cli/src/main.ts');
/** One line in this many is also asked of a process of its own. */
const PROCESS_EVERY = 250;

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false }, on: { type: 'string' } },
  allowPositionals: true,
});
const today = values.on ?? new Date().toISOString().slice(0, 10);
const { companies, funds } = snapshotSymbols();
const sources = openSources(join(REPOSITORY, '../shared/data'));
const symbols = positionals.length > 0 ? positionals : [...companies, ...funds];

const { lines, notes } = await withFaces(clockFrom(`${today}T12:00:00Z`), async (faces) => {
  const rows = await watchlistOf(faces, symbols);
  const all: DatedLine[] = [];
  for (const symbol of symbols) {
    all.push(...(await datedLines(faces, symbol, [...quarterEnds(today), null], { rows, sources })));
    if (values.write) process.stderr.write(`\r${all.length} answers `);
  }
  return { lines: all, notes: await processDifferences(faces, all) };
});
const page = datedPage(lines, today);
if (values.write) await writeFile(PAGE_FILE, page);
else process.stdout.write(page);
const wrong = [...ambiguousAges(lines), ...notes];
for (const text of wrong) process.stderr.write(`${text}\n`);
const differing = lines.filter(({ differences }) => differences.length > 0);
process.stderr.write(`\n${lines.length} answers, ${differing.length} on which faces differ\n`);
for (const { symbol, day, differences } of differing.slice(0, 40)) {
  process.stderr.write(`${symbol} ${day}: ${differences.join('; ')}\n`);
}
if (differing.length > 0 || wrong.length > 0) process.exitCode = 1;

/** Where a command of a process of its own prints something else than the same command in this one. */
async function processDifferences(faces: Faces, all: readonly DatedLine[]): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const { symbol, day } of all.filter((_, index) => index % PROCESS_EVERY === 0)) {
    const line = ['screen', symbol, ...(day === null ? [] : ['--as-of', day])];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [COMMAND, ...line], {
      env: { ...process.env, ...faces.env },
    });
    if (stdout + stderr !== (await faces.command(line, Date.now))) {
      differences.push(`${line.join(' ')}: a process prints something else`);
    }
  }
  return differences;
}
