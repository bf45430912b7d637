import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isAbsolute, join, matchesGlob, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** The part of what node:test reports about an ended test that is used here. */
interface Ended {
  readonly name: string;
  readonly file?: string | undefined;
  /** The reason, or true if none is given. */
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
}

interface Limits {
  /** For a test that sets no limit of its own. */
  readonly testMs: number;
  /**
   * Without any test starting or ending: some file has left a timer, socket or process behind. Longer than the longest
   * limit that a test sets for itself, which on a busy machine it may need.
   */
  readonly idleMs: number;
}

export const LIMITS: Limits = { testMs: 120_000, idleMs: 660_000 };

const LISTED_FILES = 10;
/** Two on the smallest machine; few enough on a large one that databases started by tests fit into memory. */
const CONCURRENCY = Math.min(8, Math.max(2, availableParallelism()));

/**
 * The test files below `root` that match `globs`, sorted, relative to `root`; with `filters` (parts of
 * paths, or globs), only those that match one of them.
 */
export function findTestFiles(root: string, globs: readonly string[], filters: readonly string[]): string[] {
  const files = globSync([...globs], { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const wanted = filters.map((filter) =>
    isAbsolute(filter) ? relative(root, filter) : filter.replace(/^\.\//, ''),
  );
  const isWanted = (file: string): boolean =>
    wanted.some((part) => file.includes(part) || matchesGlob(file, part));
  return [...new Set(files)].filter((file) => wanted.length === 0 || isWanted(file)).sort();
}

/**
 * Runs the files with node:test, each in its own process; true if there were tests and all passed. At the end it lists
 * each test that did not run, or whose failure is expected, so that none can hide, and the counts.
 */
export async function runTests(
  root: string,
  files: readonly string[],
  namePattern: string | null,
  limits: Limits,
): Promise<boolean> {
  const ended: Ended[] = [];
  let closing = 'the run was cut short';
  let passed = false;
  const stop = new AbortController();
  const events = run({
    files: files.map((file) => join(root, file)),
    cwd: root,
    concurrency: CONCURRENCY,
    timeout: limits.testMs,
    signal: stop.signal,
    ...(namePattern === null ? {} : { testNamePatterns: [namePattern] }),
  });
  events.on('test:pass', (event) => ended.push(event));
  events.on('test:fail', (event) => ended.push(event));
  events.on('test:summary', (summary) => {
    // The summary of the whole run names no file.
    if (summary.file !== undefined) return;
    closing = describe(summary.counts);
    passed = summary.success && summary.counts.tests > 0;
  });
  const { stuck, durations } = await watch(events, limits.idleMs, () => stop.abort());
  process.stdout.write(slowest(root, durations));
  process.stdout.write(list('skipped', root, ended, ({ skip }) => skip));
  process.stdout.write(list('marked as todo', root, ended, ({ todo }) => todo));
  for (const file of stuck) {
    process.stdout.write(
      `stopped: ${relative(root, file)} did not end (a timer, socket or process left behind?)\n`,
    );
  }
  process.stdout.write(`${closing}\n`);
  return passed && stuck.length === 0;
}

interface Counts {
  readonly tests: number;
  readonly passed: number;
  readonly cancelled: number;
  readonly skipped: number;
  readonly todo: number;
}

function describe({ tests, passed, cancelled, skipped, todo }: Counts): string {
  const failed = tests - passed - cancelled - skipped - todo;
  const parts = [`${passed} passed`, `${failed} failed`, `${skipped} skipped`];
  if (cancelled > 0) parts.push(`${cancelled} cancelled`);
  if (todo > 0) parts.push(`${todo} todo`);
  return `${tests} tests: ${parts.join(', ')}`;
}

interface Watched {
  /** The files that were running when nothing happened any more. */
  readonly stuck: readonly string[];
  /** How long each file took, in milliseconds, its process's start included. */
  readonly durations: ReadonlyMap<string, number>;
}

/**
 * Prints the run until it ends; calls `stop` if nothing has happened for `idleMs`. node:test itself waits forever for a
 * file whose tests have ended but whose process has not.
 */
async function watch(events: ReturnType<typeof run>, idleMs: number, stop: () => void): Promise<Watched> {
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

/** The files that a shorter run would have to begin with. */
function slowest(root: string, durations: ReadonlyMap<string, number>): string {
  const files = [...durations].toSorted(([, one], [, other]) => other - one).slice(0, LISTED_FILES);
  const line = ([file, ms]: [string, number]) => `  ${(ms / 1_000).toFixed(1)} s  ${relative(root, file)}\n`;
  return `slowest of ${durations.size} files:\n${files.map(line).join('')}`;
}

function list(
  what: string,
  root: string,
  ended: readonly Ended[],
  mark: (event: Ended) => string | boolean | undefined,
): string {
  const lines = ended.flatMap((event) => {
    const reason = mark(event);
    if (reason === undefined || reason === false) return [];
    const file = relative(root, event.file ?? root).replaceAll('\\', '/');
    return [`  ${file}: ${event.name}: ${reason === true || reason === '' ? 'no reason given' : reason}\n`];
  });
  return lines.length === 0 ? '' : `${lines.length} ${what}:\n${lines.join('')}`;
}
