import type { Failure, Result } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import type { Threads } from '@common/kit/threads';
import { readScreenerConfig, threadsOf } from '@screener/service/config';
import { openScreener, type Screener } from '@screener/service/open-screener';
import { createProgress, type Progress } from './progress.ts';
import { wrap } from './render/layout.ts';
import { describeTerminal, printable, type StreamTraits, type Terminal } from './render/terminal.ts';

export interface CliStream extends StreamTraits {
  readonly write: (text: string) => unknown;
}

/** Everything that the commands know of the process, so that tests can run them in their own. */
export interface CliContext {
  readonly stdout: CliStream;
  readonly stderr: CliStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Asks the person at the terminal; answers null at the end of input. Null if nobody is there. */
  readonly ask?: ((question: string, how: { readonly hidden: boolean }) => Promise<string | null>) | null;
  /** The module that further threads of this program run; without it, there are none. */
  readonly program?: URL;
  /** Runs work that can stop between two steps; the first Ctrl-C aborts the signal. */
  readonly interruptible: <Value>(work: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;
}

export const EXIT = {
  answered: 0,
  failed: 1,
  /** The input was refused; the message says what to do. */
  refused: 2,
  /** The user stopped the command; the code is that of shells. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

type CliSettings = Extract<ReturnType<typeof readScreenerConfig>, { readonly ok: true }>['value'];

export function outTerminal({ stdout, env }: CliContext): Terminal {
  return describeTerminal(stdout, env);
}

export function print({ stdout }: CliContext, text: string): void {
  stdout.write(text);
}

/** Prints an answer as the API sends it, indented only on a terminal. */
export function printJson({ stdout }: CliContext, data: unknown): void {
  stdout.write(`${JSON.stringify(data, null, stdout.isTty ? 2 : undefined)}\n`);
}

/** Prints why something was not done, and returns the exit code for it. */
export function refuse(
  context: CliContext,
  failure: Pick<Failure, 'message'>,
  code: ExitCode = EXIT.refused,
): ExitCode {
  warn(context, failure.message);
  return code;
}

/** Prints a message that is not part of the answer, on stderr. */
export function warn({ stderr, env }: CliContext, text: string): void {
  const { columns } = describeTerminal(stderr, env);
  // The text may contain user input, which must not control the terminal.
  const shown = text.split('\n').map(printable).join('\n');
  // A message of several lines is already laid out.
  const lines = shown.includes('\n')
    ? [`sanad: ${shown}`]
    : wrap(`sanad: ${shown}`, Math.max(columns, 40), 0, 2);
  stderr.write(`${lines.join('\n')}\n`);
}

/** Reports progress on stderr, so that a redirected answer holds only the answer. */
export function progressOf({ stderr, env, clock }: CliContext, label: string): Progress {
  const terminal = describeTerminal(stderr, env);
  return createProgress({ write: stderr.write, isTty: stderr.isTty, terminal }, label, clock);
}

export function readSettings(context: CliContext): Result<CliSettings, 'invalid_config'> {
  return readScreenerConfig(context.env, REPOSITORY);
}

/** The parts of the store that only some commands need, beyond those of a screening. */
interface OpenStore {
  readonly settings: CliSettings;
  readonly database: Screener['database'];
  readonly rankings: Screener['rankings'];
  readonly current: Screener['current'];
  readonly search: Screener['deps']['search'];
  readonly threads: Threads | null;
}

/** Runs `work` on the service's store, opened with the same settings, and closes it. */
export async function withScreener(
  context: CliContext,
  work: (deps: Screener['deps'], store: OpenStore) => Promise<ExitCode>,
): Promise<ExitCode> {
  const settings = readSettings(context);
  if (!settings.ok) return refuse(context, settings.error);
  const screener = await openScreener(settings.value, context.clock);
  if (!screener.ok) return refuse(context, screener.error, EXIT.failed);
  try {
    const { deps, database, rankings, current } = screener.value;
    const { search } = deps;
    const threads = context.program === undefined ? null : threadsOf(settings.value, context.program);
    return await work(deps, { settings: settings.value, database, rankings, current, search, threads });
  } finally {
    await screener.value.close();
  }
}

/**
 * Runs a long operation that Ctrl-C stops between two batches, each of which is stored completely. `stopped`
 * tells the user how to continue.
 */
export async function runStoppable(
  context: CliContext,
  stopped: string,
  work: (signal: AbortSignal) => Promise<ExitCode>,
): Promise<ExitCode> {
  return context.interruptible(async (signal) => {
    try {
      return await work(signal);
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error;
      return refuse(context, { message: stopped }, EXIT.interrupted);
    }
  });
}
