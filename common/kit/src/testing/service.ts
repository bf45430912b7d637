import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { programArgs } from './programs.ts';
import { track } from './reaper.ts';

interface ServiceOptions {
  /** The program: a `.ts` or `.js` file, run by the Node that runs the test; from its bundle if there is one. */
  readonly entry: string;
  readonly args?: readonly string[];
  /** The whole environment, except what any program needs (`PATH`, `HOME`, temporary folder, coverage). */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Ready when its output matches, or when a GET of the URL returns 2xx. */
  readonly ready: RegExp | { readonly url: string };
  /** The time to get ready. Default 30000. */
  readonly timeoutMs?: number;
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Service {
  readonly pid: number;
  /** The match of a `ready` expression, with its groups, such as a port that the program printed. */
  readonly readyMatch: RegExpExecArray | null;
  /** Standard output and standard error so far, in order. */
  output(): string;
  /** Sends SIGTERM (or another signal) and waits for the end; kills after `timeoutMs` (default 10000). */
  stop(signal?: NodeJS.Signals, timeoutMs?: number): Promise<Exit>;
  /** Sends `kill -9`. */
  kill(): Promise<Exit>;
  /** Waits until the process ends by itself. */
  exit(): Promise<Exit>;
  [Symbol.asyncDispose](): Promise<void>;
}

const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 25;
const PASSED_ON = [
  ...['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'],
  ...['NODE_V8_COVERAGE', 'NODE_COMPILE_CACHE'],
];

/**
 * Starts a Node program and waits until it is ready. Rejects with its output if it ends or remains silent
 * instead. However the test ends, even if killed, the process does not outlive it.
 */
export async function spawnService(options: ServiceOptions): Promise<Service> {
  const child = spawn(process.execPath, [...programArgs(options.entry), ...(options.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...passedOn(), ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  ended.catch(() => {});
  const { pid } = child;
  if (pid === undefined) throw new Error(`cannot start ${options.entry}`, { cause: await failureOf(ended) });
  const release = track({ kind: 'process', pid, signal: 'SIGKILL' });
  ended.then(release, release);

  const waitForEnd = async () => {
    setReferenced(child, true);
    return ended;
  };
  const service = {
    pid,
    output: () => output,
    exit: waitForEnd,
    kill: () => {
      child.kill('SIGKILL');
      return waitForEnd();
    },
    stop: async (signal: NodeJS.Signals = 'SIGTERM', timeoutMs = STOP_TIMEOUT_MS) => {
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      return waitForEnd().finally(() => clearTimeout(timer));
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await waitForEnd();
    },
  };
  try {
    const readyMatch = await waitUntilReady(options, child, service.output);
    // If a test forgets to stop its service, it must end, and the reaper with it, instead of hanging.
    setReferenced(child, false);
    return { ...service, readyMatch };
  } catch (error) {
    await service.kill();
    throw error;
  }
}

async function waitUntilReady(
  options: ServiceOptions,
  child: ChildProcess,
  output: () => string,
): Promise<RegExpExecArray | null> {
  const deadline = Date.now() + (options.timeoutMs ?? READY_TIMEOUT_MS);
  for (;;) {
    if (options.ready instanceof RegExp) {
      const match = new RegExp(options.ready.source, options.ready.flags.replace(/[gy]/g, '')).exec(output());
      if (match !== null) return match;
    } else if (await answers(options.ready.url)) return null;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${options.entry} ended before it was ready. Its output:\n${output()}`);
    }
    if (Date.now() > deadline) throw new Error(`${options.entry} is not ready. Its output:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function setReferenced(child: ChildProcess, referenced: boolean): void {
  for (const handle of [child, child.stdout, child.stderr]) {
    if (handle === child || handle instanceof Socket) referenced ? handle.ref() : handle.unref();
  }
}

function passedOn(): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
