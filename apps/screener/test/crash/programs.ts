import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { track } from '@sanad/kit/testing/reaper';

/** A program of this folder's `programs/`, by its name. */
export function program(name: string): string {
  return fileURLToPath(new URL(`./programs/${name}.ts`, import.meta.url));
}

export interface Life {
  /** False when it was killed. */
  readonly finished: boolean;
  /** Its standard output, as far as it came. */
  readonly output: string;
  /** From the first output, or from the start where there was none. */
  readonly ms: number;
}

export interface LifeOptions {
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** `kill -9` so long after its first output; null lets it live. */
  readonly killAfterMs: number | null;
  /** Ends it in good order when the output matches: for a service, which would not end by itself. */
  readonly stopAt?: RegExp;
}

/** Runs a program until it ends or is killed. Rejects when it fails by itself. It does not outlive the test. */
export async function live(options: LifeOptions): Promise<Life> {
  const child = spawn(process.execPath, [options.entry, ...(options.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...options.env },
  });
  if (child.pid === undefined) throw new Error(`cannot start ${options.entry}`);
  const release = track({ kind: 'process', pid: child.pid, signal: 'SIGKILL' });
  const life = watch(child, options);
  const ended = await new Promise<{ readonly code: number | null; readonly signal: string | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  release();
  const { output, errors, ms } = life();
  if (ended.signal === 'SIGKILL') return { finished: false, output, ms };
  if (ended.code !== 0) throw new Error(`${options.entry} failed (${ended.code ?? ended.signal}):\n${output}${errors}`);
  return { finished: true, output, ms };
}

function watch(child: ChildProcess, { killAfterMs, stopAt }: LifeOptions) {
  let output = '';
  let errors = '';
  let since = performance.now();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (output === '') {
      since = performance.now();
      if (killAfterMs !== null) setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref();
    }
    output += text;
    if (stopAt?.test(output)) child.kill('SIGTERM');
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return () => ({ output, errors, ms: performance.now() - since });
}
