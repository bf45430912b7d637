import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { track } from '@sanad/kit/testing/reaper';

/** A program of this folder's `programs/`, by its name. */
export function program(name: string): string {
  return fileURLToPath(new URL(`./programs/${name}.ts`, import.meta.url));
}

export interface ProgramRun {
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** From when a run's milliseconds count: its start, or its first output, when it has been loaded. */
  readonly countFrom: 'start' | 'first output';
  /** Ends it in good order when its output matches: for a service, which would not end by itself. */
  readonly stopAt?: RegExp;
}

export interface Life {
  /** False when it was killed. */
  readonly finished: boolean;
  /** Its standard output, as far as it came. */
  readonly output: string;
  readonly ms: number;
}

/**
 * Runs a program until it ends or, after `killAfterMs`, is killed with SIGKILL; null lets it live. Rejects when it
 * fails by itself. However the test ends, the program does not outlive it.
 */
export async function live(run: ProgramRun, killAfterMs: number | null): Promise<Life> {
  const child = spawn(process.execPath, [run.entry, ...(run.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...run.env },
  });
  const ended = Promise.withResolvers<{ readonly code: number | null; readonly signal: string | null }>();
  child.once('error', ended.reject);
  child.once('close', (code, signal) => ended.resolve({ code, signal }));
  const release = child.pid === undefined ? null : track({ kind: 'process', pid: child.pid, signal: 'SIGKILL' });
  const told = listen(child, run, killAfterMs);
  const { code, signal } = await ended.promise;
  release?.();
  const { output, errors, ms } = told();
  if (signal === 'SIGKILL') return { finished: false, output, ms };
  if (code !== 0) throw new Error(`${run.entry} failed (${code ?? signal}):\n${output}${errors}`);
  return { finished: true, output, ms };
}

function listen(child: ChildProcess, { countFrom, stopAt }: ProgramRun, killAfterMs: number | null) {
  let output = '';
  let errors = '';
  let since = performance.now();
  let kill: NodeJS.Timeout | undefined;
  const startCounting = () => {
    since = performance.now();
    if (killAfterMs !== null) kill = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  };
  if (countFrom === 'start') startCounting();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (countFrom === 'first output' && output === '') startCounting();
    output += text;
    if (stopAt?.test(output)) child.kill('SIGTERM');
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return () => {
    clearTimeout(kill);
    return { output, errors, ms: performance.now() - since };
  };
}

export interface Killing {
  readonly kills: number;
  /** Each kill falls at a random moment of this span. */
  readonly spanMs: readonly [number, number];
  readonly afterKill: (life: Life) => Promise<void>;
}

/**
 * Starts a program again and again with the same arguments, each time killed at a random moment, until it has ended
 * by itself or has been killed so often; then lets it end. Returns how often it was killed.
 */
export async function liveThroughKills(run: ProgramRun, killing: Killing): Promise<number> {
  const [least, most] = killing.spanMs;
  for (let kills = 0; kills < killing.kills; kills += 1) {
    const life = await live(run, least + Math.random() * (most - least));
    if (life.finished) return kills;
    await killing.afterKill(life);
  }
  await live(run, null);
  return killing.kills;
}
