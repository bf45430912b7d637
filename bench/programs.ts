import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withTempDir } from '@common/kit/testing';
import { track } from '@common/kit/testing/reaper';
import { runningBelow, settings } from '../tools/test/started.ts';
import { cpuMsOf, memoryOf } from './support/cpu.ts';
import { type Bar, judge, median, printTable, readable, report } from './support/report.ts';
import { turn } from './support/turns.ts';

/**
 * Whole programs as people run them, as bundles and from their sources in alternating rounds: `sanad-verify` of one
 * receipt, `sanad screen AAPL`, and `npm start` until all services are ready, with their memory and processor time once
 * they are idle. A cold start makes the deployment, fills the store and compiles; a warm one is the next. A first round
 * of the commands, which makes bundles and stores, does not count.
 */
const ROOT = join(import.meta.dirname, '..');
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const RECEIPTS = 'platform/conformance/vectors/receipts';
const VERIFY = ['bin/sanad-verify.cjs', `${RECEIPTS}/executed.json`, '--keys', `${RECEIPTS}/keys.json`];
const MODES = { bundle: {}, sources: { SANAD_SOURCES: '1' } };
const [TICK_MS, IDLE_MS] = [10, 5_000];
const MOST_SHARE = 0.6;
const MOST_MIB = { each: 200, all: 700 };

interface Figures {
  readonly ms: number;
  readonly cpuMs: number;
  /** Absent for a command. */
  readonly idle?: { readonly cpuMsASecond: number; readonly mib: Readonly<Record<string, number>> };
}

type Mode = keyof typeof MODES;

const PROGRAMS = {
  'sanad-verify of a receipt': { mostSeconds: 0.2, run: command(VERIFY) },
  'sanad screen AAPL': { mostSeconds: 0.4, run: command(['bin/sanad.cjs', 'screen', 'AAPL']) },
  'npm start, cold': {
    mostSeconds: 2,
    run: (env: NodeJS.ProcessEnv) => withTempDir((folder) => startAll(ownDeployment(folder, env))),
  },
  'npm start, warm': { mostSeconds: 2, run: startAll },
};
const found = new Map<string, Record<Mode, Figures[]>>();
await withTempDir(async (folder) => {
  const env = { ...ownDeployment(folder, {}), LOG_LEVEL: 'warn' };
  for (let round = 0; round <= ROUNDS; round += 1) {
    await turn();
    for (const [mode, own] of Object.entries(MODES))
      for (const [name, { run }] of Object.entries(PROGRAMS))
        note(name, mode as Mode, await run({ ...env, ...own }));
    if (round === 0) found.clear();
  }
});
const all = [...found].map(([name, of]) => ({ name, ...of }));
printTable(
  ['median of rounds', 'bundle ms', 'CPU ms', 'sources ms', 'CPU ms'],
  all.map(({ name, bundle, sources }) => [
    name,
    ...[bundle, sources].flatMap((of) => [readable(middle(of, 'ms')), readable(middle(of, 'cpuMs'))]),
  ]),
);
const idle = (mode: Mode) => (found.get('npm start, warm')?.[mode] ?? []).flatMap((one) => one.idle ?? []);
const services = Object.keys(idle('bundle')[0]?.mib ?? {});
const mibOf = (mode: Mode, name: string) => median(idle(mode).map(({ mib }) => mib[name] ?? Number.NaN));
const mibOfAll = services.reduce((sum, name) => sum + mibOf('bundle', name), 0);
printTable(
  ['idle after npm start', 'bundle MiB', 'sources MiB'],
  services.map((name) => [name, readable(mibOf('bundle', name)), readable(mibOf('sources', name))]),
);
report([
  ...all.flatMap(({ name, bundle }) => [
    { what: name, unit: 'ms', values: bundle.map(({ ms }) => ms) },
    { what: `${name}: CPU`, unit: 'ms', values: bundle.map(({ cpuMs }) => cpuMs) },
  ]),
  {
    what: 'CPU of all services, idle, a second',
    unit: 'ms',
    values: idle('bundle').map((one) => one.cpuMsASecond),
  },
]);
judge([
  ...Object.entries(PROGRAMS).map(([name, { mostSeconds }]) =>
    atMost(
      `${name}, on an idle machine`,
      middle(found.get(name)?.bundle ?? [], 'ms') / 1_000,
      mostSeconds,
      ' s',
    ),
  ),
  ...all.map(({ name, bundle, sources }) =>
    atMost(
      `CPU of ${name}, bundle / sources`,
      median(bundle.map(({ cpuMs }, index) => cpuMs / (sources[index]?.cpuMs ?? Number.NaN))),
      MOST_SHARE,
    ),
  ),
  ...services.map((name) =>
    atMost(`resident memory of ${name}, idle`, mibOf('bundle', name), MOST_MIB.each, ' MiB'),
  ),
  atMost('resident memory of all services, idle', mibOfAll, MOST_MIB.all, ' MiB'),
]);

function atMost(what: string, measured: number, limit: number, unit?: string): Bar {
  return { what, measured, is: 'at most', limit, ...(unit === undefined ? {} : { unit }) };
}

function middle(of: readonly Figures[], key: 'ms' | 'cpuMs'): number {
  return median(of.map((one) => one[key]));
}

function note(name: string, mode: Mode, figures: Figures): void {
  const of = found.get(name) ?? { bundle: [], sources: [] };
  found.set(name, of);
  of[mode].push(figures);
}

/** Its compiled code is its own too, so that its first start is a cold one. */
function ownDeployment(folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = {
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    MARKET_PROVIDER: 'none',
    REFRESH_EVERY_MINUTES: '0',
  };
  return { ...env, ...settings(folder), ...own };
}

function command(args: readonly string[]): (env: NodeJS.ProcessEnv) => Promise<Figures> {
  return async (env) => {
    const [begun, before] = [performance.now(), endedCpuMs()];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}:\n${stdout}${stderr}`);
    return { ms: performance.now() - begun, cpuMs: endedCpuMs() - before };
  };
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
  // On SIGKILL, the reaper kills what was started; the services end with it.
  const forget = track({ kind: 'process', pid: child.pid ?? 0, signal: 'SIGQUIT' });
  try {
    await untilReady(child.stdout, ended);
    const ms = performance.now() - begun;
    const pids = runningBelow(env);
    const cpuMs = cpuOf(pids);
    await sleep(IDLE_MS);
    const cpuMsASecond = ((cpuOf(pids) - cpuMs) * 1_000) / IDLE_MS;
    return { ms, cpuMs, idle: { cpuMsASecond, mib: Object.fromEntries(pids.flatMap(memoryOfService)) } };
  } finally {
    child.kill('SIGTERM');
    await ended;
    forget();
  }
}

async function untilReady(output: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<void> {
  let text = '';
  const ready = new Promise<'ready'>((resolve) => {
    output.setEncoding('utf8');
    output.on('data', (more: string) => {
      text += more;
      if (text.includes('all services are ready')) resolve('ready');
    });
  });
  if ((await Promise.race([ready, ended])) !== 'ready') throw new Error(`npm start ended:\n${text}`);
}

function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (cpuMsOf(pid) || 0), 0);
}

/** The name of a service and its resident memory; nothing of other processes. */
function memoryOfService(pid: number): readonly (readonly [string, number])[] {
  const name = /(?:platform|screener)\/(\w+)\/src\/main\.ts\0/.exec(commandOf(pid))?.[1];
  return name === undefined ? [] : [[name, memoryOf(pid).resident]];
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}
