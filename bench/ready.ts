import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withTempDir } from '@common/kit/testing';
import { track } from '@common/kit/testing/reaper';
import { COUNTERPARTY_NAMES, settingsOf } from '@platform/counterparties/config';
import { DATABASES } from '../tools/databases.ts';
import { SERVICES } from '../tools/start/services.ts';
import { cpuMsOf, memoryOf } from './support/cpu.ts';
import { judge, median, printTable, readable, report } from './support/report.ts';
import { turn } from './support/turns.ts';

/**
 * `npm start` until all services are ready: the first start, which makes the deployment and fills the store, and the
 * next. For each the seconds and the processor time of all processes, and their resident memory once they are idle.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const LAUNCHER = fileURLToPath(new URL('../tools/node.cjs', import.meta.url));
const START = fileURLToPath(new URL('../tools/start.ts', import.meta.url));
const IDLE_MS = 5_000;
const POLL_MS = 20;
const MOST_SECONDS = 2;
const MOST_MIB = 700;
const FOLDERS = ['SERVICE_KEYS_DIR', 'PROFILES_DIR', 'MANDATES_DIR', 'RECEIPTS_DIR', 'SECRETS_DIR'];
const PORTS = [
  ...['SCREENER_PORT', 'GATEWAY_PORT', 'AUTHORITY_PORT', 'PEP_PORT', 'CONSOLE_PORT'],
  ...COUNTERPARTY_NAMES.map((name) => settingsOf(name).port),
];

interface Start {
  readonly seconds: number;
  readonly cpuMs: number;
  readonly idleMib: number;
  readonly idleCpuMs: number;
}

const starts: Record<'cold' | 'warm', Start[]> = { cold: [], warm: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  await turn();
  await withTempDir(async (folder) => {
    starts.cold.push(await measure(folder));
    starts.warm.push(await measure(folder));
  });
}
const FIGURES = [
  ['to ready', 's', 'seconds'],
  ['CPU to ready', 'ms', 'cpuMs'],
  ['memory idle', 'MiB', 'idleMib'],
  ['CPU idle, a second', 'ms', 'idleCpuMs'],
] as const;
const KINDS = ['cold', 'warm'] as const;
printTable(
  ['npm start, median of rounds', ...FIGURES.map(([title, unit]) => `${title}, ${unit}`)],
  KINDS.map((kind) => [
    kind,
    ...FIGURES.map(([, , key]) => readable(median(starts[kind].map((one) => one[key])))),
  ]),
);
report(
  KINDS.flatMap((kind) =>
    FIGURES.map(([title, unit, key]) => ({
      what: `${kind}: ${title}`,
      unit,
      values: starts[kind].map((one) => one[key]),
    })),
  ),
);
judge(
  KINDS.flatMap((kind) => [
    {
      what: `npm start to all ready, ${kind}, on an idle machine`,
      measured: median(starts[kind].map(({ seconds }) => seconds)),
      is: 'at most' as const,
      limit: MOST_SECONDS,
      unit: ' s',
    },
    {
      what: `resident memory of all services, idle after a ${kind} start`,
      measured: median(starts[kind].map(({ idleMib }) => idleMib)),
      is: 'at most' as const,
      limit: MOST_MIB,
      unit: ' MiB',
    },
  ]),
);

async function measure(folder: string): Promise<Start> {
  const begun = performance.now();
  const child = spawn(process.execPath, [LAUNCHER, START], {
    env: { ...process.env, ...settings(folder) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const { pid } = child;
  if (pid === undefined) throw new Error('npm start did not start');
  // On SIGKILL, the reaper kills what was started; the services end with it.
  const forget = track({ kind: 'process', pid, signal: 'SIGQUIT' });
  try {
    await untilReady(child.stdout, ended);
    const seconds = (performance.now() - begun) / 1_000;
    const cpuMs = cpuOf(pid);
    await sleep(IDLE_MS);
    const idleCpuMs = (cpuOf(pid) - cpuMs) / (IDLE_MS / 1_000);
    const services = below(pid).filter((one) => one !== pid);
    const idleMib = services.reduce((sum, one) => sum + memoryOf(one).resident, 0);
    return { seconds, cpuMs, idleMib, idleCpuMs };
  } finally {
    child.kill('SIGTERM');
    await ended;
    forget();
  }
}

/** Each service has said where it listens. */
async function untilReady(output: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<void> {
  let text = '';
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  output.setEncoding('utf8');
  output.on('data', (more: string) => {
    text += more;
  });
  const isReady = (name: string) => new RegExp(`^${name} +\\|.*\\bready at `, 'm').test(text);
  while (!SERVICES.every(({ name }) => isReady(name))) {
    if (isOver) throw new Error(`npm start ended before all were ready:\n${text}`);
    await sleep(POLL_MS);
  }
}

/** A deployment of its own, on free ports; nothing is compiled before its first start. */
function settings(folder: string): NodeJS.ProcessEnv {
  return {
    SANAD_ENV_FILE: '',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...Object.fromEntries(PORTS.map((name) => [name, '0'])),
    ...Object.fromEntries(FOLDERS.map((name) => [name, join(folder, name)])),
    ...Object.fromEntries(
      DATABASES.map(({ name, setting }) => [setting, `sqlite:${join(folder, `${name}.sqlite`)}`]),
    ),
  };
}

function cpuOf(pid: number): number {
  return below(pid).reduce((sum, one) => sum + (cpuMsOf(one) || 0), 0);
}

/** A process and all that descend from it. */
function below(pid: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      parents.set(Number(name), Number(fields[1]));
    } catch {}
  }
  const isBelow = (one: number | undefined): boolean =>
    one !== undefined && one !== 0 && (one === pid || isBelow(parents.get(one)));
  return [...parents.keys()].filter(isBelow);
}
