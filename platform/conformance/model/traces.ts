import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { type Defines, type Edge, graph, type ModelEvent, simulate } from './spin.ts';

/** Runs of the model, one a line: events, each with its grant and what the model says after it. */
const SHORT = join(REPOSITORY, 'platform/conformance/model/traces.txt');
/** More of them, for the long tests. */
const LONG = join(REPOSITORY, 'platform/conformance/model/more-traces.txt');

/** The most events of a run. */
const LENGTH = 20;
/** Steps of the simulation, which begins anew after each run. */
const STEPS = 30_000;
/** As many as the enforcement point asks for in one turn (`MOST_LEASES`). */
const LEASES = 3;
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

/** Simulations of both grants: with much and with little that goes wrong, and the end at once or late. */
const SIMULATIONS: readonly Defines[] = [1, 2, 3, 99].flatMap((LUCK) =>
  [0, 6, 10, 14].map((LATE) => ({ RUNS: LENGTH, CRASHES: 1, LEASES, LUCK, LATE })),
);

/**
 * Writes runs of the model. The short ones show, for one grant, every event with each state that it leaves on disk;
 * the long ones also what its worker does then, and whether the end has come, and events of two grants in each state of both that the simulations came through. Returns how many there are, and
 * the outcomes that no run of this length shows.
 */
export async function writeTraces(): Promise<{
  readonly short: number;
  readonly long: number;
  readonly outcomes: number;
  readonly missing: readonly string[];
}> {
  const edges = await graph({ CRASHES: 1, LEASES });
  const short = pathsThrough(edges, changeOf);
  const runs: (readonly ModelEvent[])[] = [];
  for (const defines of SIMULATIONS)
    runs.push(...(await simulate(defines, STEPS)).map((trace) => trace.slice(0, LENGTH)));
  const long = [...pathsThrough(edges, outcomeOf), ...covering(runs, stepsOf)];
  await writeFile(SHORT, textOf(short));
  await writeFile(LONG, textOf(long));
  const outcomes = new Set(edges.map(outcomeOf));
  const shown = new Set(long.flatMap((trace) => trace.map(outcomeOf)));
  return {
    short: short.length,
    long: long.length,
    outcomes: outcomes.size,
    missing: [...outcomes].filter((outcome) => !shown.has(outcome)).sort(),
  };
}

/** An event with the state of its grant after it, and of the end. */
function outcomeOf({ event, grant, after }: ModelEvent): string {
  const own = [0, 2, 4, 6].map((at) => after[at + grant]).join('');
  return `${event} ${own} ${after.slice(8)}`;
}

/** The same without what is in memory, and without the end. */
function changeOf(edge: ModelEvent): string {
  return outcomeOf(edge).replace(/\d \d+$/, '');
}

/** Finds paths that show every part that so many events can show: each goes on to the nearest one that is open. */
function pathsThrough(edges: readonly Edge[], partOf: (edge: Edge) => string): readonly (readonly Edge[])[] {
  const from = Map.groupBy(edges, (edge) => edge.from);
  const open = new Set(edges.map(partOf));
  const paths: (readonly Edge[])[] = [];
  for (;;) {
    const path: Edge[] = [];
    for (;;) {
      const next = nearest(from, path.at(-1)?.to ?? '', LENGTH - path.length, (edge) =>
        open.has(partOf(edge)),
      );
      if (next === null) break;
      for (const edge of next) open.delete(partOf(edge));
      path.push(...next);
    }
    if (path.length === 0) return paths;
    paths.push(path);
  }
}

/** Returns the shortest path to an edge that is wanted, which is its last one; null if each is longer than `most`. */
function nearest(
  from: ReadonlyMap<string, readonly Edge[]>,
  start: string,
  most: number,
  isWanted: (edge: Edge) => boolean,
): readonly Edge[] | null {
  const seen = new Set([start]);
  let paths: (readonly Edge[])[] = [[]];
  for (let length = 0; length < most && paths.length > 0; length += 1) {
    const longer: (readonly Edge[])[] = [];
    for (const path of paths) {
      for (const edge of from.get(path.at(-1)?.to ?? start) ?? []) {
        if (isWanted(edge)) return [...path, edge];
        if (seen.has(edge.to)) continue;
        seen.add(edge.to);
        longer.push([...path, edge]);
      }
    }
    paths = longer;
  }
  return null;
}

/** Each event with the states of both intents before it, and of the end. */
function stepsOf(trace: readonly ModelEvent[]): ReadonlySet<string> {
  const before = (index: number) => trace[index - 1]?.after ?? FIRST;
  return new Set(
    trace.map(
      ({ event, grant }, index) => `${event} ${grant} ${before(index).slice(0, 2)} ${before(index).slice(8)}`,
    ),
  );
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
