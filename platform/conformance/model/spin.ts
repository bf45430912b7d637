import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';

/** The model of how a call to a counterparty is begun, stopped and settled. */
const MODEL = join(REPOSITORY, 'platform/conformance/model/leases.pml');

/** What `-D` sets in the model; a name alone is defined as empty. */
export type Defines = Readonly<Record<string, number | true>>;

/** One search through all states of the model under some defines. */
export interface Search {
  readonly defines: Defines;
  /** `every_state` proves assertions; `every_cycle` proves that all that is fair comes to its end. */
  readonly kind: 'every_state' | 'every_cycle' | 'shortest_counterexample';
}

export interface Found {
  readonly states: number;
  readonly seconds: number;
  /** Null if every property holds. */
  readonly broken: { readonly property: string; readonly events: readonly string[] } | null;
}

const BUFFER_BYTES = 1_073_741_824;
/** The longest sequence of steps that a search keeps; deeper ones would be reported, and are not reached. */
const DEPTH = 2_000_000;
const COMPILE: Readonly<Record<Search['kind'], readonly string[]>> = {
  every_state: ['-DSAFETY'],
  // Weak fairness for up to ten processes.
  every_cycle: ['-DNFAIR=3'],
  shortest_counterexample: ['-DSAFETY', '-DBFS'],
};

/** Returns the first of the programs that a search needs and this machine lacks; null if it has all. */
export async function missingProgram(): Promise<string | null> {
  for (const [program, question] of [
    ['spin', '-V'],
    ['gcc', '--version'],
  ] as const) {
    const there = await run(program, [question], '.').then(
      () => true,
      () => false,
    );
    if (!there) return program;
  }
  return null;
}

/** Searches in a folder of its own, which it removes. */
export async function search({ defines, kind }: Search): Promise<Found> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-model-'));
  const begun = Date.now();
  try {
    await run('spin', [...flagsOf(defines), '-a', MODEL], folder);
    await run('gcc', ['-O2', '-DVECTORSZ=1024', ...COMPILE[kind], '-o', 'pan', 'pan.c'], folder);
    const output = await run(
      './pan',
      [`-m${DEPTH}`, ...(kind === 'every_cycle' ? ['-a', '-f'] : [])],
      folder,
    );
    if (/max search depth too small|out of memory/.test(output))
      throw new Error(`no complete search: ${output}`);
    const states = Number(/(\d+) states, stored/.exec(output)?.[1] ?? Number.NaN);
    const errors = Number(/errors: (\d+)/.exec(output)?.[1] ?? Number.NaN);
    if (Number.isNaN(states) || Number.isNaN(errors)) throw new Error(`no result: ${output}`);
    const broken = errors === 0 ? null : await counterexample(defines, folder);
    return { states, seconds: Math.round((Date.now() - begun) / 1_000), broken };
  } finally {
    await removeDirectory(folder);
  }
}

async function counterexample(defines: Defines, folder: string): Promise<NonNullable<Found['broken']>> {
  const trail = `${basename(MODEL)}.trail`;
  const replayed = await run('spin', [...flagsOf(defines), '-T', '-B', '-k', trail, MODEL], folder);
  const line = Number(/:(\d+), Error: assertion violated/.exec(replayed)?.[1] ?? 0);
  const source = (await readFile(MODEL, 'utf8')).split('\n')[line - 1] ?? '';
  const property = line === 0 ? 'settled' : (/\/\* (\w+) \*\//.exec(source)?.[1] ?? `line ${line}`);
  return {
    property,
    events: eventsOf(replayed, await eventNames()).map(({ event, grant }) => `${event} ${grant}`),
  };
}

/** One event of a run, with what is durable after it. */
export interface ModelEvent {
  readonly event: string;
  readonly grant: number;
  /** Ten digits: for both grants the states of intent, authority, key and worker; then `ended` and `answered`. */
  readonly after: string;
}

/** Returns the runs of one simulation of so many of spin's steps, which begins anew after `RUNS` events. */
export async function simulate(defines: Defines, steps: number): Promise<readonly (readonly ModelEvent[])[]> {
  const output = await run('spin', [...flagsOf(defines), '-T', '-B', '-n1', `-u${steps}`, MODEL], tmpdir());
  const name = await eventNames();
  return output.split('@ again').map((part) => eventsOf(part, name));
}

/** One event of the model of one grant, from one whole state to another. */
export interface Edge extends ModelEvent {
  readonly from: string;
  readonly to: string;
}

/** Returns every event in every state of the model of one grant. */
export async function graph(defines: Defines): Promise<readonly Edge[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-model-'));
  try {
    const options = flagsOf({ ...defines, ONE_GRANT: true, GRAPH: true });
    await run('spin', [...options, '-a', MODEL], folder);
    const compile = ['-DPRINTF', '-DNOREDUCE', '-DVECTORSZ=1024', ...COMPILE.every_state];
    await run('gcc', [...compile, '-o', 'pan', 'pan.c'], folder);
    return edgesOf(await run('./pan', [`-m${DEPTH}`], folder), await eventNames());
  } finally {
    await removeDirectory(folder);
  }
}

/** Reads a depth-first search: an event begins in the state of the last one that ended before it began. */
function edgesOf(output: string, name: NameOf): readonly Edge[] {
  const edges = new Map<string, Edge>();
  const path: { readonly ended: number; readonly state: string }[] = [];
  for (const [, line = '', began, ended, state = ''] of output.matchAll(/(@ .*\n)# (\d+) (\d+) (.*)\n/g)) {
    while ((path.at(-1)?.ended ?? -1) >= Number(began)) path.pop();
    const from = path.at(-1)?.state ?? '';
    path.push({ ended: Number(ended), state });
    const [event] = eventsOf(line, name);
    if (event !== undefined) edges.set(`${from} ${event.event} ${state}`, { ...event, from, to: state });
  }
  return [...edges.values()];
}

type NameOf = (event: number) => string;

/** Spin numbers the names of an `mtype` from the last one on. */
async function eventNames(): Promise<NameOf> {
  const [, list = ''] = /^mtype = \{([^}]*)\}/m.exec(await readFile(MODEL, 'utf8')) ?? [];
  const names = list.split(',').map((name) => name.trim());
  return (event) => names.at(-event) ?? '';
}

function eventsOf(output: string, name: NameOf): readonly ModelEvent[] {
  return [...output.matchAll(/^\s*@ (\d) (\d+) ((?:\d ?){10})$/gm)].map(([, grant, event, after = '']) => ({
    event: name(Number(event)),
    grant: Number(grant),
    after: after.replaceAll(' ', ''),
  }));
}

function flagsOf(defines: Defines): readonly string[] {
  return Object.entries(defines).map(([name, value]) =>
    value === true ? `-D${name}` : `-D${name}=${value}`,
  );
}

/** The verifier ends with an error once it has found one, and says so in its output. */
async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...args], { cwd, maxBuffer: BUFFER_BYTES }).catch(
    (error: Error & { readonly stdout?: string; readonly code?: number | string }) => {
      if (error.stdout === undefined || error.stdout === '' || typeof error.code !== 'number') throw error;
      return { stdout: error.stdout };
    },
  );
  return stdout;
}
