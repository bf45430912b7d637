import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programArgs } from '@common/kit/testing/programs';
import { track } from '@common/kit/testing/reaper';

/** A program of this folder's `programs/`, by its name. */
export function program(name: string): string {
  return fileURLToPath(new URL(`./programs/${name}.ts`, import.meta.url));
}

export interface ProgramRun {
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A folder for compiled code, where this process has none: it halves the start of all runs after one that ended. */
  readonly codeCache: string;
  /** Stops it gracefully when its output matches: for a service, which would not end by itself. */
  readonly stopAt?: RegExp;
}

/** When to kill: milliseconds after a number of output lines; 0 lines is the start of the process. */
interface Death {
  readonly lines: number;
  readonly ms: number;
}

export interface Life {
  /** False when it was killed. */
  readonly finished: boolean;
  /** Its standard output so far. */
  readonly output: string;
  readonly ms: number;
  /** The output after its first line. */
  readonly msSinceFirstLine: number;
}

/**
 * Runs a program until it ends or is killed with SIGKILL; without a death it runs to its end. Rejects if it fails by
 * itself. However the test ends, the program does not outlive it.
 */
export async function live(run: ProgramRun, death: Death | null): Promise<Life> {
  const start = performance.now();
  const child = spawn(process.execPath, [...programArgs(run.entry), ...(run.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? run.codeCache,
      ...run.env,
    },
  });
  const ended = Promise.withResolvers<{ readonly code: number | null; readonly signal: string | null }>();
  child.once('error', ended.reject);
  child.once('close', (code, signal) => ended.resolve({ code, signal }));
  const release =
    child.pid === undefined ? null : track({ kind: 'process', pid: child.pid, signal: 'SIGKILL' });
  const heard = listen(child, run, death);
  const { code, signal } = await ended.promise;
  release?.();
  const end = performance.now();
  const { output, errors, firstLine } = heard();
  const life = { output, ms: end - start, msSinceFirstLine: end - (firstLine ?? end) };
  if (signal === 'SIGKILL') return { ...life, finished: false };
  if (code !== 0) throw new Error(`${run.entry} failed (${code ?? signal}):\n${output}${errors}`);
  return { ...life, finished: true };
}

function listen(child: ChildProcess, { stopAt }: ProgramRun, death: Death | null) {
  let output = '';
  let errors = '';
  let firstLine: number | null = null;
  let kill: NodeJS.Timeout | undefined;
  const killWhenDue = () => {
    if (death === null || kill !== undefined || output.split('\n').length <= death.lines) return;
    kill = setTimeout(() => child.kill('SIGKILL'), death.ms);
  };
  killWhenDue();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    firstLine ??= performance.now();
    output += text;
    killWhenDue();
    if (stopAt?.test(output)) child.kill('SIGTERM');
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return () => {
    clearTimeout(kill);
    return { output, errors, firstLine };
  };
}

interface Killing {
  readonly kills: number;
  /**
   * A random moment, different each time. `progress` grows from 0 towards 1: an early first death is sure to hit the
   * work, however slow this machine is to notice a line.
   */
  readonly death: (progress: number) => Death;
  readonly afterKill: (life: Life) => Promise<void>;
}

/**
 * Starts a program again and again with the same arguments, each time killed at a random moment, until it has ended by
 * itself or has been killed the given number of times; then lets it end. Returns how often it was killed.
 */
export async function liveThroughKills(
  run: ProgramRun,
  { kills, death, afterKill }: Killing,
): Promise<number> {
  for (let killed = 0; killed < kills; killed += 1) {
    const life = await live(run, death((killed + 1) / (kills + 1)));
    if (life.finished) return killed;
    await afterKill(life);
  }
  await live(run, null);
  return kills;
}

/** A random whole number from `least` to `most`, inclusive. */
export function randomInteger(least: number, most: number): number {
  return least + Math.floor(Math.random() * (most - least + 1));
}
