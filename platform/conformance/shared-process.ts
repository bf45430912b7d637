import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { type Service, spawnService } from '@common/kit/testing/service';
import type { StartRequest } from './host/main.ts';

/** A running service, whether it has a process of its own or not. */
export type RunningService = Pick<Service, 'output' | 'stop' | 'kill' | 'exit'>;

/** A process that runs several services of a deployment. */
export interface SharedProcess {
  start(request: StartRequest): Promise<RunningService>;
  /** Once its services have stopped. */
  close(): Promise<void>;
}

const READY = /^host ready at (\S+)/m;

/** `env` is for Node itself; each service has its own. */
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
      const isOwn = (line: string) => line.startsWith(`${app}: `) || line.includes(`"name":"${app}"`);
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
