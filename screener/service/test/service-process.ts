import assert from 'node:assert/strict';
import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { type Service, spawnService } from '@common/kit/testing/service';

export const MAIN = join(REPOSITORY, 'screener/site/src/main.ts');

/** A running screener, started as by an operator. */
interface RunningScreener {
  readonly service: Service;
  readonly url: string;
  get(path: string): Promise<{ readonly status: number; readonly headers: Headers; readonly body: string }>;
}

/** Starts `main.ts` on a free port. Stop it, or dispose of its `service`, at the end of the test. */
export async function startScreener(env: Readonly<Record<string, string>>): Promise<RunningScreener> {
  const service = await spawnService({
    entry: MAIN,
    // No test may reach for the real listing of prices.
    env: {
      SCREENER_PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_DEMO: '0',
      MARKET_PROVIDER: 'none',
      REFRESH_EVERY_MINUTES: '0',
      ...env,
    },
    ready: /^screener ready at (\S+)/m,
    timeoutMs: 90_000,
  });
  const url = service.readyMatch?.[1];
  assert.ok(url !== undefined);
  return {
    service,
    url,
    async get(path) {
      const response = await fetch(`${url}${path}`);
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
  };
}
