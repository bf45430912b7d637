import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTempDir } from '@common/kit/testing';
import { runningBelow, settings } from '../tools/test/started.ts';
import { cpuMsOf } from './support/cpu.ts';
import { judge, median, printTable, readable } from './support/report.ts';

/**
 * Whole programs as bundles and from their sources, in alternating rounds: `sanad-verify` of one receipt, `sanad screen
 * AAPL`, and `npm start` until all services are ready, with the resident memory of each a while later. `--rounds <n>`
 * takes another number of rounds than 3. A first round, which makes bundles, stores and compiled code, does not count.
 */
const ROOT = join(import.meta.dirname, '..');
const ROUNDS = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 3;
const RECEIPT = 'platform/conformance/vectors/receipts/executed.json';
const COMMANDS = {
  'sanad-verify of a receipt': ['bin/sanad-verify.cjs', RECEIPT],
  'sanad screen AAPL': ['bin/sanad.cjs', 'screen', 'AAPL'],
};
const MODES = { bundle: {}, sources: { SANAD_SOURCES: '1' } };
const [TICK_MS, IDLE_MS, KIB_IN_MIB] = [10, 2_000, 1_024];
const MOST_SHARE = 0.6;
const MOST_MIB = { each: 200, all: 700 };

interface Figures {
  readonly ms: number;
  readonly cpuMs: number;
  /** By service. */
  readonly mib: Readonly<Record<string, number>>;
}

const found = new Map<string, Record<keyof typeof MODES, Figures[]>>();
await withTempDir(async (folder) => {
  const env = { ...settings(folder), LOG_LEVEL: 'warn', MARKET_PROVIDER: 'none', REFRESH_EVERY_MINUTES: '0' };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [mode, own] of Object.entries(MODES)) {
      for (const [name, args] of Object.entries(COMMANDS))
        note(name, mode, runWhole(args, { ...env, ...own }));
      note('npm start to all ready', mode, await startAll({ ...env, ...own }));
    }
    if (round === 0) found.clear();
  }
});
const rows = [...found].map(([name, of]) => [
  name,
  ...Object.values(of).flatMap((all) => [
    readable(median(all.map(({ ms }) => ms))),
    readable(median(all.map(({ cpuMs }) => cpuMs))),
  ]),
]);
printTable(['median of rounds', 'bundle ms', 'CPU ms', 'sources ms', 'CPU ms'], rows);
const services = Object.keys(found.get('npm start to all ready')?.bundle[0]?.mib ?? {});
const mibOf = (mode: keyof typeof MODES, name: string): number =>
  median((found.get('npm start to all ready')?.[mode] ?? []).map(({ mib }) => mib[name] ?? Number.NaN));
printTable(
  ['resident memory, idle', 'bundle MiB', 'sources MiB'],
  services.map((name) => [name, readable(mibOf('bundle', name)), readable(mibOf('sources', name))]),
);
judge([
  ...[...found].map(([what, { bundle, sources }]) => ({
    what: `CPU of ${what}, bundle / sources`,
    measured: median(bundle.map(({ cpuMs }, index) => cpuMs / (sources[index]?.cpuMs ?? Number.NaN))),
    is: 'at most' as const,
    limit: MOST_SHARE,
  })),
  ...services.map((name) => ({
    what: `resident memory of ${name}, idle`,
    measured: mibOf('bundle', name),
    is: 'at most' as const,
    limit: MOST_MIB.each,
    unit: ' MiB',
  })),
  {
    what: 'resident memory of all services, idle',
    measured: services.reduce((sum, name) => sum + mibOf('bundle', name), 0),
    is: 'at most',
    limit: MOST_MIB.all,
    unit: ' MiB',
  },
]);

function note(name: string, mode: string, figures: Figures): void {
  const of = found.get(name) ?? { bundle: [], sources: [] };
  found.set(name, of);
  of[mode === 'bundle' ? 'bundle' : 'sources'].push(figures);
}

function runWhole(args: readonly string[], env: NodeJS.ProcessEnv): Figures {
  const [begun, before] = [performance.now(), endedCpuMs()];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
  if (status !== 0 && !args.includes(RECEIPT)) throw new Error(`${args.join(' ')}: ${stderr}`);
  return { ms: performance.now() - begun, cpuMs: endedCpuMs() - before, mib: {} };
}

/** Processor time of all child processes that have ended. */
function endedCpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

async function startAll(env: NodeJS.ProcessEnv): Promise<Figures> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['tools/node.cjs', 'tools/start.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('all services are ready')) resolve();
    });
  });
  const first = await Promise.race([ready, ended]);
  if (first !== undefined) throw new Error(`npm start ended: ${output}`);
  const ms = performance.now() - begun;
  const pids = runningBelow(env);
  const cpuMs = pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
  await sleep(IDLE_MS);
  const mib = Object.fromEntries(pids.flatMap((pid) => memoryOf(pid)));
  child.kill('SIGTERM');
  await ended;
  return { ms, cpuMs, mib };
}

/** The name of a service and its resident memory; nothing of other processes. */
function memoryOf(pid: number): readonly (readonly [string, number])[] {
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
  const name = /(?:platform|screener)\/(\w+)\/src\/main\.ts\0/.exec(read('cmdline'))?.[1];
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(read('status'))?.[1];
  return name === undefined ? [] : [[name, Number(kib) / KIB_IN_MIB]];
}
