import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { copySeeded } from '@screener/service/testing/open-seeded';
import type { CliContext, CliStream } from '../src/context.ts';
import { runProgram } from '../src/program.ts';

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Place {
  /** Runs one command line as a person at a pipe would. */
  sanad(line: string | readonly string[], changes?: Partial<CliContext>): Promise<Run>;
  readonly env: Readonly<Record<string, string>>;
}

const STORE = 'screener.sqlite';

/** 2026-11-20: later than all test data. */
export const TODAY = Date.UTC(2026, 10, 20);

/** The command line on a copy of the store that holds the embedded snapshot, in `folder`. */
export async function seededPlace(folder: string): Promise<Place> {
  await copySeeded(join(folder, STORE));
  return placeIn(folder, join(REPOSITORY, 'screener/data/snapshot'));
}

/** A store in `folder`, filled from `snapshot`, and the command line on it, in this process. */
export function placeIn(folder: string, snapshot: string): Place {
  const env = {
    DATABASE_URL: `sqlite:${join(folder, STORE)}`,
    SNAPSHOT_DIR: snapshot,
    SECRETS_DIR: join(folder, 'secrets'),
  };
  return { env, sanad: (line, changes) => runSanad(env, line, changes) };
}

/** Runs one command line in this process, with these settings. */
export async function runSanad(
  env: Readonly<Record<string, string>>,
  line: string | readonly string[],
  changes: Partial<CliContext> = {},
): Promise<Run> {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err'): CliStream => ({
    write: (text) => {
      written[name] += text;
    },
    isTty: false,
    columns: undefined,
    colour: false,
  });
  const context: CliContext = {
    stdout: stream('out'),
    stderr: stream('err'),
    env,
    clock: () => TODAY,
    interruptible: (work) => work(new AbortController().signal),
    ...changes,
  };
  const argv = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  return { code: await runProgram(argv, context), ...written };
}
