import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describeMachine } from './support/report.ts';

/**
 * `npm run bench [-- <name> ...]`: the benches of this folder, or those that are named, one after the other, each in
 * a process of its own. Ends with status 1 when one misses a bar or fails.
 */
const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== basename(import.meta.filename))
  .map((file) => basename(file, '.ts'))
  .sort();
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`no bench is called ${unknown.join(', ')}; there are ${all.join(', ')}\n`);
  process.exitCode = 2;
} else {
  process.stdout.write(`${describeMachine()}\n`);
  const failed = wanted.filter((name) => !succeeds(name));
  process.stdout.write(failed.length === 0 ? '\nall bars met\n' : `\nnot met: ${failed.join(', ')}\n`);
  if (failed.length > 0) process.exitCode = 1;
}

function succeeds(name: string): boolean {
  process.stdout.write(`\n${name}\n`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
  });
  return status === 0;
}
