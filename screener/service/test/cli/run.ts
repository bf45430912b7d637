import { join } from 'node:path';
import type { CliContext, CliStream } from '../../src/cli/context.ts';
import { runProgram } from '../../src/cli/program.ts';

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

/** 2026-11-20: later than all test data. */
export const TODAY = Date.UTC(2026, 10, 20);

/** A store in `folder`, filled from `snapshot`, and the command line on it, in this process. */
export function placeIn(folder: string, snapshot: string): Place {
  const env = {
    DATABASE_URL: `sqlite:${join(folder, 'screener.sqlite')}`,
    SNAPSHOT_DIR: snapshot,
    SECRETS_DIR: join(folder, 'secrets'),
  };
  return {
    env,
    async sanad(line, changes = {}) {
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
    },
  };
}
