import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import type { EndedTest } from './collect.ts';
import { collect } from './collect.ts';
import type { Groups } from './groups.ts';

/** The result of running files once. */
export interface Pass {
  readonly ended: readonly EndedTest[];
  /** Whether node:test counts it as a success. */
  readonly success: boolean;
  /** The files that were running when the run stopped making progress. */
  readonly stuck: readonly string[];
  /** How long each file took in milliseconds, with the start of its process. */
  readonly durations: Readonly<Record<string, number>>;
}

export interface Limits {
  /** The limit of a test that sets none. */
  readonly testMs: number;
  /**
   * The longest time in which no test starts or ends. After it, some file must have left a timer, socket or
   * process. It is longer than the longest limit that a test sets, which a busy machine may need.
   */
  readonly idleMs: number;
}

export interface RunOptions {
  readonly namePattern: string | null;
  readonly limits: Limits;
  /** The folder for files of groups; null to run each test file in its own process. */
  readonly folder: string | null;
}

/**
 * As many as there are processors: one more saves nothing, since files keep them busy. On a large machine, few enough
 * that the databases that tests start fit into memory.
 */
export const CONCURRENCY = Math.min(8, Math.max(2, availableParallelism()));

type Events = ReturnType<typeof run>;

/** Runs files and groups with node:test in this order, each in its own process, and prints the run. */
export async function runFiles(
  root: string,
  files: readonly string[],
  { namePattern, limits }: RunOptions,
  groups: Groups = new Map(),
): Promise<Pass> {
  const stop = new AbortController();
  const events = run({
    files: files.map((file) => resolve(root, file)),
    cwd: root,
    concurrency: CONCURRENCY,
    timeout: limits.testMs,
    signal: stop.signal,
    ...(namePattern === null ? {} : { testNamePatterns: [namePattern] }),
  });
  const collected = collect(events, root, groups);
  let success = false;
  events.on('test:summary', (summary) => {
    // The summary of the whole run names no file.
    if (summary.file === undefined) success = summary.success;
  });
  const { stuck, durations } = await watch(events, limits.idleMs, () => stop.abort());
  const place = (file: string): string => relative(root, file).replaceAll('\\', '/');
  const alone = [...durations].filter(([file]) => !groups.has(file));
  return {
    ended: collected.ended,
    success,
    stuck: stuck.flatMap((file) => groups.get(file) ?? [place(file)]),
    durations: {
      ...Object.fromEntries(alone.map(([file, ms]) => [place(file), Math.round(ms)])),
      ...collected.durations,
    },
  };
}

interface WatchedRun {
  readonly stuck: readonly string[];
  readonly durations: ReadonlyMap<string, number>;
}

/**
 * Prints the run until it ends; calls `stop` if nothing has happened for `idleMs`. node:test itself waits forever for a
 * file whose tests have ended but whose process has not.
 */
async function watch(events: Events, idleMs: number, stop: () => void): Promise<WatchedRun> {
  const running = new Map<string, number>();
  const durations = new Map<string, number>();
  let stuck: string[] = [];
  const timer = setTimeout(() => {
    stuck = [...running.keys()];
    stop();
  }, idleMs);
  // Each file has its own events, named by its path.
  events.on('test:dequeue', ({ name, file }) => {
    if (name === file) running.set(name, performance.now());
    timer.refresh();
  });
  events.on('test:complete', ({ name, file }) => {
    timer.refresh();
    if (name !== file) return;
    durations.set(name, performance.now() - (running.get(name) ?? performance.now()));
    running.delete(name);
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
  clearTimeout(timer);
  return { stuck, durations };
}
