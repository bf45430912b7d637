import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { type ModelEvent, simulate } from './spin.ts';

/** Runs of the model, one a line: events, each with its grant and what the model says after it. */
const SHORT = join(REPOSITORY, 'platform/conformance/model/traces.txt');
/** More of them, for the long tests. */
const LONG = join(REPOSITORY, 'platform/conformance/model/more-traces.txt');

/** The most events of a run. */
const LENGTH = 20;
const SIMULATIONS = 6_000;
const AT_ONCE = 4;
/** More than a run of so many events needs, as spin counts. */
const STEPS = 120;
const FIRST = '0000000000';

export function readTraces(which: 'short' | 'long' = 'short'): Promise<readonly (readonly ModelEvent[])[]> {
  return readFile(which === 'short' ? SHORT : LONG, 'utf8').then((text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(' ').map(eventOf)),
  );
}

function eventOf(text: string): ModelEvent {
  const [, event = '', grant = '', after = ''] = /^(\w+)(\d)=(\d{10})$/.exec(text) ?? [];
  return { event, grant: Number(grant), after };
}

/**
 * Writes the runs: as few as see every event in every state of its grant that `SIMULATIONS` runs by chance came
 * through, first those that see the most.
 */
export async function writeTraces(): Promise<{ readonly short: number; readonly long: number; readonly seen: number }> {
  const runs = await simulations();
  const cover = (asOf: (trace: readonly ModelEvent[]) => ReadonlySet<string>) => covering(runs, asOf);
  const short = cover(transitionsOf);
  const long = cover(stepsOf).filter((trace) => !short.includes(trace));
  await writeFile(SHORT, textOf(short));
  await writeFile(LONG, textOf(long));
  const seen = new Set(runs.flatMap((trace) => [...transitionsOf(trace)]));
  return { short: short.length, long: long.length, seen: seen.size };
}

async function simulations(): Promise<readonly (readonly ModelEvent[])[]> {
  const runs: (readonly ModelEvent[])[] = [];
  let seed = 0;
  const work = async () => {
    while (seed < SIMULATIONS) {
      seed += 1;
      const mine = seed;
      runs[mine] = (await simulate({}, mine, STEPS)).slice(0, LENGTH);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return runs.filter((trace) => trace !== undefined);
}

/** Each event with the state of its grant before it, and of the end. */
export function transitionsOf(trace: readonly ModelEvent[]): ReadonlySet<string> {
  return new Set(
    trace.map(({ event, grant }, index) => {
      const before = trace[index - 1]?.after ?? FIRST;
      const [own, end] = [[0, 2, 4, 6].map((at) => before[at + grant]).join(''), before.slice(8)];
      return `${event} ${own} ${end}`;
    }),
  );
}

/** Each event with the state of both grants before it. */
function stepsOf(trace: readonly ModelEvent[]): ReadonlySet<string> {
  return new Set(trace.map(({ event, grant }, index) => `${event} ${grant} ${trace[index - 1]?.after ?? FIRST}`));
}

/** Chooses runs one after another, each the one that adds most to what the chosen ones have. */
function covering<Trace extends readonly ModelEvent[]>(
  runs: readonly Trace[],
  partsOf: (trace: Trace) => ReadonlySet<string>,
): readonly Trace[] {
  const open = new Map(runs.map((trace) => [trace, new Set(partsOf(trace))]));
  const chosen: Trace[] = [];
  for (;;) {
    let best: Trace | null = null;
    let most = 0;
    for (const [trace, parts] of open) {
      if (parts.size > most) [best, most] = [trace, parts.size];
    }
    if (best === null) return chosen;
    chosen.push(best);
    const covered = open.get(best) ?? new Set();
    open.delete(best);
    for (const [trace, parts] of open) {
      for (const part of covered) parts.delete(part);
      if (parts.size === 0) open.delete(trace);
    }
  }
}

function textOf(traces: readonly (readonly ModelEvent[])[]): string {
  return traces
    .map((trace) => `${trace.map(({ event, grant, after }) => `${event}${grant}=${after}`).join(' ')}\n`)
    .join('');
}
