import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bar, describeMachine, isMet, limitOf, printTable, readable } from './support/report.ts';

/**
 * `npm run bench [-- [--strict] <name> ...]`: runs the benches in this folder, or those named, one after the
 * other, each in its own process, and prints one table of all bars at the end. A bench that fails does not stop the
 * others. Exits with status 1 if a bench failed, and with `--strict` if a bar is missed: on a busy machine a missed bar
 * says little about the code.
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
  options: { strict: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const wanted = positionals.length > 0 ? positionals : all;
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`unknown bench: ${unknown.join(', ')}; available: ${all.join(', ')}\n`);
  process.exitCode = 2;
} else {
  process.stdout.write(`${describeMachine()}\n`);
  const outcomes: Outcome[] = [];
  for (const name of wanted) outcomes.push(await run(name));
  process.exitCode = summarise(outcomes) ? 0 : 1;
}

async function run(name: string): Promise<Outcome> {
  process.stdout.write(`\n${name}\n`);
  const start = performance.now();
  const bars: Bar[] = [];
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (judged: readonly Bar[]) => bars.push(...judged));
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
