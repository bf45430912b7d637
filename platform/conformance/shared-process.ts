import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { type Service, spawnService } from '@common/kit/testing/service';
import type { StartRequest } from './host/main.ts';

/** A running service, whether or not it has a process of its own. */
export type RunningService = Pick<Service, 'output' | 'stop' | 'kill' | 'exit'> & {
  /** Absent if it has no process of its own. */
  readonly pid?: number;
};

/** A process that runs several services of a deployment. */
export interface SharedProcess {
  start(request: StartRequest): Promise<RunningService>;
  /** Closes the process. Call it once its services have stopped. */
  close(): Promise<void>;
}

const READY = /^host ready at (\S+)/m;

/** Finds the service's name, before a message or a ready line, or in a line of the log. */
function serviceOf(line: string): string | undefined {
  const [, before, inLog] =
    /^(authority|pep|bank|gateway|console|witness)(?:: | ready at )|"name":"(\w+)"/.exec(line) ?? [];
  return before ?? inLog;
}

/** Starts the process. `env` is for Node itself; each service has its own environment. */
export async function startSharedProcess(
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<SharedProcess> {
  const entry = join(REPOSITORY, 'platform/conformance/host/main.ts');
  const host = await spawnService({ entry, cwd, env, ready: READY, timeoutMs: 60_000 });
  const ask = async <Answer>(path: string, body: unknown): Promise<Answer> => {
    const url = `${host.readyMatch?.[1]}${path}`;
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return JSON.parse(text);
  };
  return {
    async start(request) {
      const { name, app } = request;
      const from = host.output().length;
      await ask('/start', request);
      // A line that names no service, such as one of a stack trace, may come from any of them.
      const isOwn = (line: string) => {
        const named = serviceOf(line);
        return named === undefined || named === app;
      };
      return {
        output: () =>
          host
            .output()
            .slice(from)
            .split('\n')
            .filter(isOwn)
            .map((line) => `${line}\n`)
            .join(''),
        stop: async () => ({ code: await ask<number>('/stop', { name }), signal: null }),
        kill: async () => ({ code: await ask<number>('/kill', { name }), signal: null }),
        exit: async () => {
          throw new Error(`${name} shares its process with others: only a signal ends it`);
        },
      };
    },
    async close() {
      await host.kill();
    },
  };
}
