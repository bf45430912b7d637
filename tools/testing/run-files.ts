import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** A test that has ended, or a suite. */
export interface Ended {
  /** Relative to the root, with `/`. */
  readonly file: string;
  readonly name: string;
  readonly isTest: boolean;
  readonly outcome: 'passed' | 'failed' | 'cancelled' | 'skipped' | 'todo';
  /** Why it was skipped, is to be done or failed; null if nothing says so. */
  readonly reason: string | null;
}

/** What came of running files once. */
export interface Pass {
  readonly ended: readonly Ended[];
  /** Whether node:test counts it as a success. */
  readonly success: boolean;
  /** The files that were running when nothing happened any more. */
  readonly stuck: readonly string[];
  /** How long each file took, in milliseconds, its process's start included. */
  readonly durations: Readonly<Record<string, number>>;
}

export interface Limits {
  /** For a test that sets no limit of its own. */
  readonly testMs: number;
  /**
   * Without any test starting or ending: some file has left a timer, socket or process behind. Longer than the longest
   * limit that a test sets for itself, which on a busy machine it may need.
   */
  readonly idleMs: number;
}

export interface RunOptions {
  readonly namePattern: string | null;
  readonly limits: Limits;
}

/** Two on the smallest machine; few enough on a large one that databases started by tests fit into memory. */
const CONCURRENCY = Math.min(8, Math.max(2, availableParallelism()));
const CANCELLED: ReadonlySet<unknown> = new Set(['cancelledByParent', 'testAborted', 'testTimeoutFailure']);

type Events = ReturnType<typeof run>;

/** Runs the files with node:test in this order, each in its own process, and prints the run. */
export async function runFiles(
  root: string,
  files: readonly string[],
  { namePattern, limits }: RunOptions,
): Promise<Pass> {
  const stop = new AbortController();
  const events = run({
    files: files.map((file) => join(root, file)),
    cwd: root,
    concurrency: CONCURRENCY,
    timeout: limits.testMs,
    signal: stop.signal,
    ...(namePattern === null ? {} : { testNamePatterns: [namePattern] }),
  });
  const place = (file: string): string => relative(root, file).replaceAll('\\', '/');
  const ended = collect(events, place);
  let success = false;
  events.on('test:summary', (summary) => {
    // The summary of the whole run names no file.
    if (summary.file === undefined) success = summary.success;
  });
  const { stuck, durations } = await watch(events, limits.idleMs, () => stop.abort());
  return {
    ended,
    success,
    stuck: stuck.map(place),
    durations: Object.fromEntries([...durations].map(([file, ms]) => [place(file), Math.round(ms)])),
  };
}

/** The list grows with the run. */
function collect(events: Events, place: (file: string) => string): readonly Ended[] {
  const ended: Ended[] = [];
  events.on('test:pass', ({ name, file = '', details, skip, todo }) => {
    ended.push({
      file: place(file),
      name: name === file ? place(file) : name,
      isTest: details.type !== 'suite',
      outcome: markOf(skip, todo) ?? 'passed',
      reason: textOf(skip) ?? textOf(todo),
    });
  });
  events.on('test:fail', ({ name, file = '', details: { error, type }, skip, todo }) => {
    const failure = 'failureType' in error ? error.failureType : undefined;
    const message = error.cause instanceof Error ? error.cause.message : error.message;
    ended.push({
      file: place(file),
      name: name === file ? place(file) : name,
      isTest: type !== 'suite',
      outcome: markOf(skip, todo) ?? (CANCELLED.has(failure) ? 'cancelled' : 'failed'),
      reason: textOf(skip) ?? textOf(todo) ?? (failure === 'subtestsFailed' ? null : message),
    });
  });
  return ended;
}

type Mark = string | boolean | undefined;

function markOf(skip: Mark, todo: Mark): 'skipped' | 'todo' | null {
  if (skip !== undefined && skip !== false) return 'skipped';
  return todo !== undefined && todo !== false ? 'todo' : null;
}

function textOf(mark: Mark): string | null {
  return typeof mark === 'string' && mark !== '' ? mark : null;
}

interface Watched {
  readonly stuck: readonly string[];
  readonly durations: ReadonlyMap<string, number>;
}

/**
 * Prints the run until it ends; calls `stop` if nothing has happened for `idleMs`. node:test itself waits forever for a
 * file whose tests have ended but whose process has not.
 */
async function watch(events: Events, idleMs: number, stop: () => void): Promise<Watched> {
  const running = new Map<string, number>();
  const durations = new Map<string, number>();
  let stuck: string[] = [];
  const timer = setTimeout(() => {
    stuck = [...running.keys()];
    stop();
  }, idleMs);
  // Each file has its own events, whose name is its path.
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
