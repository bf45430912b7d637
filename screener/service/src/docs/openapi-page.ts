import type { HttpApp } from '@common/kit/http/app';
import { createLog } from '@common/kit/telemetry/log';
import { createMetrics } from '@common/kit/telemetry/metrics';
import { tierTerms } from '../accounts/tiers.ts';
import { type AppDeps, createApp } from '../app.ts';

/** docs/reference/screener-openapi.json: the description that the service serves at `/openapi.json`. */
export async function screenerOpenApi(): Promise<string> {
  // The description comes from the routes' schemas; no route runs.
  const app = await createAppOver(null);
  try {
    const { body } = await app.inject('/openapi.json');
    return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
  } finally {
    await app.close();
  }
}

/** The application with nothing behind it but this store. */
export function createAppOver(store: AppDeps['store'] | null): Promise<HttpApp> {
  const deps = {
    store,
    live: null,
    options: { yieldBound: true },
    clock: () => 0,
    access: { tiers: tierTerms({ demo: 10, free: 30, partner: 300 }), limiters: {} },
    tasks: { adminToken: null },
    publicOrigins: ['http://localhost:8090'],
    paymentLink: null,
    billing: { webhookSecret: null },
    trustProxy: false,
    operator: { contact: null, bulkRetentionDays: 30 },
    mcpOrigins: { allowed: new Set(), onlyLoopback: true },
    metrics: createMetrics(),
  } as unknown as AppDeps;
  return createApp({
    ...deps,
    log: createLog({ level: 'silent' }),
    randomBytes: (size) => new Uint8Array(size),
    answerCacheBytes: 0,
  });
}
