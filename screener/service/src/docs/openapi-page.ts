import type { HttpApp } from '@common/kit/http/app';
import { createLog } from '@common/kit/telemetry/log';
import { createMetrics } from '@common/kit/telemetry/metrics';
import { tierTerms } from '../accounts/tiers.ts';
import { type ApiDeps, createApi } from '../app.ts';

/**
 * Returns the content of docs/reference/screener-openapi.json: the description that the service serves at
 * `/openapi.json`.
 */
export async function screenerOpenApi(): Promise<string> {
  // The description comes from the routes' schemas; no route runs.
  const app = await createApiOver(null);
  try {
    const { body } = await app.inject('/openapi.json');
    return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
  } finally {
    await app.close();
  }
}

/** Creates the API with nothing but this store behind it. */
export function createApiOver(store: ApiDeps['store'] | null): Promise<HttpApp> {
  const deps = {
    store,
    live: null,
    options: { yieldBound: true },
    clock: () => 0,
    access: { tiers: tierTerms({ demo: 10, free: 30, partner: 300 }), limiters: {} },
    tasks: { adminToken: null },
    billing: { webhookSecret: null },
    trustProxy: false,
    mcpOrigins: { allowed: new Set(), onlyLoopback: true },
    metrics: createMetrics(),
  } as unknown as ApiDeps;
  return createApi({
    ...deps,
    log: createLog({ level: 'silent' }),
    randomBytes: (size) => new Uint8Array(size),
    answerCacheBytes: 0,
  });
}
