import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Command {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** The streams in place of this process's own. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Calls the handler on each stop request; returns a function that ends this. */
  readonly onStop: (handler: (signal: NodeJS.Signals) => void) => () => void;
  /** It is called once, when every command has announced where it listens. */
  readonly onReady?: (addresses: ReadonlyMap<string, string>) => void;
}

/** A service announces itself with a line such as `listening on http://127.0.0.1:8090` (plain, or within a JSON log line). */
const READY = /\b(?:listening|ready)\b.*?(https?:\/\/[^\s"'<>,}]+)/i;

/**
 * A service that calls others is stopped first. This is its time before those that it calls are stopped too.
 */
const HEAD_START_MS = 1_000;

/**
 * Runs the commands until all have ended, with their output prefixed by name. Returns the exit code: that of
 * the first that failed; 128 + the signal if a stop request ended them, as a shell reports it; otherwise 0. A
 * command that fails stops the others, because half a deployment answers wrongly. A stop request reaches each
 * once, as SIGTERM or SIGINT, the last started first; any that has not ended `graceMs` later is killed.
 */
export async function supervise(
  commands: readonly Command[],
  terminal: Terminal,
  graceMs: number,
  headStartMs = HEAD_START_MS,
): Promise<number> {
  const running = commands.map((command) => ({ name: command.name, child: start(command) }));
  const announce = announcer(commands, terminal);
  const ends = running.map(({ child }) => ended(child));
  let stopping = false;
  let asked = 0;
  let killer: NodeJS.Timeout | undefined;
  const killAll = (): void => {
    for (const { child } of running) child.kill('SIGKILL');
  };
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    // A service knows no other stop request: a closed terminal (SIGHUP) would end it before it has closed
    // anything.
    const passedOn = signal === 'SIGINT' ? signal : 'SIGTERM';
    void inOrder(running, ends, passedOn, headStartMs);
    killer = setTimeout(() => {
      terminal.err(`start: still running ${graceMs / 1000} s after ${signal}, killed`);
      killAll();
    }, graceMs);
  };

  const release = terminal.onStop((signal) => {
    if (!stopping) asked = 128 + constants.signals[signal];
    stop(signal);
  });
  process.once('exit', killAll);
  let firstFailure = 0;
  let reason = '';
  const run = async ({ name, child }: RunningProgram, index: number): Promise<void> => {
    forward(child.stdout, name, terminal.out, (line) => announce(name, line));
    let lastWords: readonly string[] = [];
    forward(child.stderr, name, terminal.err, (line) => {
      // Indented lines continue the line before them: one for each wrong setting.
      if (line.trim() !== '') lastWords = /^\s/.test(line) ? [...lastWords, line.trim()] : [line];
    });
    const end = await ends[index];
    if (end === undefined) return;
    // A service that ended by the signal passed on to it did what was asked.
    if (end.code === 0 || (stopping && end.signal !== null && end.signal !== 'SIGKILL')) return;
    terminal.err(`start: ${name} ${end.text}${stopping ? '' : ', stopping'}`);
    if (firstFailure === 0 && !stopping) reason = inOneLine(lastWords);
    if (firstFailure === 0) firstFailure = end.code;
    stop('SIGTERM');
  };
  await Promise.all(running.map(run));
  clearTimeout(killer);
  process.off('exit', killAll);
  release();
  // Repeat it as the last line, because the output of the closing services has pushed it off the screen.
  if (reason !== '') terminal.err(`start: nothing runs any more, because of ${reason}`);
  return firstFailure === 0 ? asked : firstFailure;
}

function inOneLine([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} ${more.join('; ')}`;
}

interface RunningProgram {
  readonly name: string;
  readonly child: ChildProcess;
}

/**
 * The last started goes first: a gateway can finish its requests only while those that it calls still answer.
 */
async function inOrder(
  running: readonly RunningProgram[],
  ends: readonly Promise<End>[],
  signal: NodeJS.Signals,
  headStartMs: number,
): Promise<void> {
  for (const [index, { child }] of [...running.entries()].reverse()) {
    child.kill(signal);
    const waited = new AbortController();
    await Promise.race([ends[index], sleep(headStartMs, undefined, waited).catch(() => {})]);
    waited.abort();
  }
}

function start({ program, args, env }: Command): ChildProcess {
  // Run it in its own group: Ctrl-C in a terminal reaches the whole group and would arrive a second time with
  // ours.
  const detached = process.platform !== 'win32';
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached, env });
}

function forward(
  stream: Readable | null,
  name: string,
  write: (line: string) => void,
  look: (line: string) => void = () => undefined,
): void {
  if (stream === null) return;
  createInterface({ input: stream }).on('line', (line) => {
    write(`${name} | ${line}`);
    look(line);
  });
}

/** Reports once that all services have announced where they listen, each in its own line. */
function announcer(commands: readonly Command[], terminal: Terminal): (name: string, line: string) => void {
  const addresses = new Map<string, string>();
  return (name, line) => {
    const url = READY.exec(line)?.[1];
    if (url === undefined || addresses.has(name)) return;
    addresses.set(name, url);
    if (addresses.size < commands.length) return;
    terminal.out('start | all services are ready');
    terminal.onReady?.(addresses);
  };
}

interface End {
  /**
   * The exit code as a shell reports it: 128 + number for a signal, 127 for a command that could not start.
   */
  readonly code: number;
  readonly signal: NodeJS.Signals | null;
  readonly text: string;
}

/** Waits until the process has ended and its output has been read. */
function ended(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('error', (error) =>
      resolve({ code: 127, signal: null, text: `could not be started: ${error.message}` }),
    );
    child.once('close', (code, signal) => {
      if (signal === null) resolve({ code: code ?? 1, signal, text: `ended with code ${code}` });
      else resolve({ code: 128 + constants.signals[signal], signal, text: `ended by ${signal}` });
    });
  });
}
