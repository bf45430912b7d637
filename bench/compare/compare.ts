import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { track } from '@common/kit/testing/reaper';
import { type Bar, type Figure, printTable } from '../support/report.ts';
import { TURNS } from '../support/turns.ts';
import { openCheckout } from './checkout.ts';
import { type Figures, ratioRows } from './ratios.ts';

interface Message {
  readonly bars?: readonly Bar[];
  readonly figures?: readonly Figure[];
  readonly asks?: 'turn';
}

/** How often a bench that knows no turns runs on each side. */
const RUNS = 3;
const SIDES = ['before', 'now'] as const;
type Side = (typeof SIDES)[number];
type Roots = Readonly<Record<Side, string>>;

/**
 * Runs each bench on the sources of a commit and on the present ones, and prints the ratios. A bench that takes turns
 * runs once on both sides, and its rounds alternate; any other runs whole, several times, in alternation.
 */
export async function compare(
  root: string,
  commit: string,
  names: readonly string[],
  argsOf: (name: string) => readonly string[],
): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
  await using checkout = await openCheckout(root, commit);
  const roots: Roots = { before: checkout.root, now: root };
  for (const name of names) {
    stop.signal.throwIfAborted();
    process.stdout.write(`\n${name}\n`);
    const figures = await alternate(roots, name, argsOf(name), stop.signal);
    printTable(
      ['figure', commit, 'now', 'now / before', 'least to greatest'],
      ratioRows(figures.before, figures.now),
    );
  }
}

async function alternate(
  roots: Roots,
  name: string,
  args: readonly string[],
  stop: AbortSignal,
): Promise<Readonly<Record<Side, Figures>>> {
  const figures = { before: new Map(), now: new Map() } as const;
  for (let run = 0; run < RUNS; run += 1) {
    const order = run % 2 === 0 ? SIDES : SIDES.toReversed();
    const benches = order.map((side) => startBench(roots[side], name, args, figures[side], stop));
    try {
      if (await takeTurns(benches)) break;
    } finally {
      for (const { end } of benches) end();
      await Promise.allSettled(benches.map(({ ended }) => ended()));
    }
  }
  return figures;
}

interface Bench {
  /** Runs until the next round or the end. True if it waits for another turn. */
  readonly step: () => Promise<boolean>;
  readonly ended: () => Promise<void>;
  readonly end: () => void;
}

/** One side runs at a time. True if the bench took turns, so one run was enough. */
async function takeTurns(benches: readonly Bench[]): Promise<boolean> {
  let turns = 0;
  for (let running = [...benches]; running.length > 0; turns += 1) {
    const waiting: Bench[] = [];
    for (const bench of running) if (await bench.step()) waiting.push(bench);
    running = turns % 2 === 0 ? waiting.toReversed() : waiting;
  }
  return turns > 1;
}

function startBench(
  root: string,
  name: string,
  args: readonly string[],
  into: Map<string, { unit: string; values: number[] }>,
  stop: AbortSignal,
): Bench {
  let child: ChildProcess | undefined;
  let closed = Promise.resolve();
  const start = (): ChildProcess => {
    stop.throwIfAborted();
    const started = spawn(process.execPath, [join(root, `bench/${name}.ts`), ...args], {
      cwd: root,
      env: { ...process.env, [TURNS]: '1' },
      // What it prints is for one side; its failure is for people.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Ctrl-C reaches this process alone, which then ends its children.
      detached: true,
    });
    const { pid } = started;
    if (pid !== undefined) {
      const forget = track({ kind: 'process', pid, signal: 'SIGKILL' });
      started.once('close', forget);
    }
    started.on('message', (message: Message) => note(into, message));
    closed = new Promise((resolve) => started.once('close', () => resolve()));
    return started;
  };
  return {
    step: () =>
      new Promise((resolve, reject) => {
        const first = child === undefined;
        child ??= start();
        const onMessage = ({ asks }: Message) => {
          if (asks === 'turn') settle(() => resolve(true));
        };
        const onClose = (code: number | null, signal: NodeJS.Signals | null) =>
          settle(() =>
            code === 0
              ? resolve(false)
              : reject(new Error(`${name} in ${root} ended with ${signal ?? code}`)),
          );
        const onAbort = () => settle(() => reject(stop.reason));
        const settle = (then: () => void) => {
          child?.off('message', onMessage).off('close', onClose);
          stop.removeEventListener('abort', onAbort);
          then();
        };
        child.on('message', onMessage).once('close', onClose);
        stop.addEventListener('abort', onAbort);
        if (!first) child.send('turn');
      }),
    ended: () => closed,
    end: () => {
      if (child?.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    },
  };
}

function note(
  into: Map<string, { unit: string; values: number[] }>,
  { bars = [], figures = [] }: Message,
): void {
  const all = [
    ...bars.map(({ what, measured, unit = '' }) => ({ what, unit, values: [measured] })),
    ...figures,
  ];
  for (const { what, unit, values } of all) {
    const known = into.get(what) ?? { unit: unit.trim(), values: [] };
    known.values.push(...values);
    into.set(what, known);
  }
}
