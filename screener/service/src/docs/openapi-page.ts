import { createLog } from '@common/kit/log';
import { createMetrics } from '@common/kit/metrics';
import { tierTerms } from '../access/tiers.ts';
import { type AppDeps, createApp } from '../app.ts';

/** docs/reference/screener-openapi.json: the description that the service serves at `/openapi.json`. */
export async function screenerOpenApi(): Promise<string> {
  // The description comes from the routes' schemas; no route runs.
  const deps = {
    store: null,
    live: null,
    options: { yieldBound: true },
    clock: () => 0,
    access: { tiers: tierTerms({ demo: 10, free: 30, partner: 300 }), limiters: {} },
    tasks: { adminToken: null },
    trustProxy: false,
    mcpOrigins: { allowed: new Set(), onlyLoopback: true },
    metrics: createMetrics(),
  } as unknown as AppDeps;
  const app = await createApp({
    ...deps,
    log: createLog({ level: 'silent' }),
    randomBytes: (size) => new Uint8Array(size),
    answerCacheBytes: 0,
  });
  try {
    const { body } = await app.inject('/openapi.json');
    return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
  } finally {
    await app.close();
  }
}
