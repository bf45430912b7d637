import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT_FOLDER } from '../tools/source/codebase.ts';
import { compare } from './compare/compare.ts';
import { type Bar, describeMachine, isMet, limitOf, printTable, readable } from './support/report.ts';

/**
 * `npm run bench [-- [--strict] [--postgres] <name> ...]`: runs the benches in this folder, or those named, one after the
 * other, each in its own process, and prints one table of all bars at the end. A bench that fails does not stop the
 * others. Exits with status 1 if a bench failed, and with `--strict` if a bar is missed: on a busy machine a missed bar
 * says little about the code. `--postgres` measures transfers on PostgreSQL too.
 *
 * `npm run bench -- compare <commit> [<name> ...]`: runs benches (by default `transfer`) on the sources of a commit and
 * on the present ones in alternation, and prints the ratios.
 */
interface Outcome {
  readonly name: string;
  readonly bars: readonly Bar[];
  /** Null if it ran to its end. */
  readonly failure: string | null;
  readonly seconds: number;
}

const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== basename(import.meta.filename))
  .map((file) => basename(file, '.ts'))
  .sort();
const { values, positionals } = parseArgs({
  options: {
    strict: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const isComparison = positionals[0] === 'compare';
const [, commit, ...compared] = isComparison ? positionals : [];
const named = isComparison ? compared : positionals;
const wanted = named.length > 0 ? named : isComparison ? ['transfer'] : all;
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`unknown bench: ${unknown.join(', ')}; available: ${all.join(', ')}\n`);
  process.exitCode = 2;
} else if (isComparison && commit === undefined) {
  process.stderr.write('name the commit: npm run bench -- compare <commit> [<name> ...]\n');
  process.exitCode = 2;
} else {
  process.stdout.write(`${describeMachine()}\n`);
  process.exitCode = (commit === undefined ? await runAll(wanted) : await compareWith(commit, wanted))
    ? 0
    : 1;
}

async function runAll(names: readonly string[]): Promise<boolean> {
  const outcomes: Outcome[] = [];
  for (const name of names) outcomes.push(await run(name));
  return summarise(outcomes);
}

async function compareWith(before: string, names: readonly string[]): Promise<boolean> {
  try {
    await compare(ROOT_FOLDER, before, names, argsOf);
    return true;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
}

function argsOf(name: string): readonly string[] {
  return values.postgres && name === 'transfer' ? ['--postgres'] : [];
}

async function run(name: string): Promise<Outcome> {
  process.stdout.write(`\n${name}\n`);
  const start = performance.now();
  const bars: Bar[] = [];
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...argsOf(name)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (message: { readonly bars?: readonly Bar[] }) => bars.push(...(message.bars ?? [])));
  const failure = await new Promise<string | null>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code, signal) => resolve(code === 0 ? null : `ended with ${signal ?? code}`));
  });
  return { name, bars, failure, seconds: (performance.now() - start) / 1_000 };
}

/** Prints the table of all bars. True if nothing failed and, with `--strict`, nothing was missed. */
function summarise(outcomes: readonly Outcome[]): boolean {
  const rows = outcomes.flatMap(({ name, bars, failure }) => [
    ...bars.map((bar) => [
      `${name}: ${bar.what}`,
      `${readable(bar.measured)}${bar.unit ?? ''}`,
      limitOf(bar),
      isMet(bar) ? 'met' : 'MISSED',
    ]),
    ...(failure === null ? [] : [[name, failure, '', 'FAILED']]),
  ]);
  process.stdout.write('\n');
  printTable(['bar', 'measured', 'limit', ''], rows);
  const missed = outcomes.flatMap(({ bars }) => bars.filter((bar) => !isMet(bar)));
  const failed = outcomes.filter(({ failure }) => failure !== null);
  const minutes = outcomes.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  process.stdout.write(
    `\n${outcomes.length} benches in ${minutes.toFixed(1)} minutes; ${missed.length} bars missed, ${failed.length} benches failed\n`,
  );
  return failed.length === 0 && (!values.strict || missed.length === 0);
}
