import type { HttpApp } from '@common/kit/http/app';
import { createLog } from '@common/kit/telemetry/log';
import { createMetrics } from '@common/kit/telemetry/metrics';
import { tierTerms } from '@screener/service/accounts/tiers';
import type { AppDeps } from '@screener/service/app';
import { createApp } from '../app.ts';

/**
 * Returns the content of docs/reference/screener-openapi.json: the description that the service serves at
 * `/openapi.json`.
 */
export async function screenerOpenApi(): Promise<string> {
  // The description comes from the routes' schemas; no route runs.
  const app = await createAppOver(null);
  try {
    const { statusCode, body } = await app.inject('/openapi.json');
    if (statusCode !== 200) throw new Error(body);
    return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
  } finally {
    await app.close();
  }
}

/** Creates the application with nothing but this store behind it. */
export function createAppOver(store: AppDeps['store'] | null): Promise<HttpApp> {
  const deps = {
    store,
    live: null,
    options: { yieldBound: true },
    clock: () => 0,
    access: { tiers: tierTerms({ demo: 10, free: 30, partner: 300 }), limiters: {}, sessionSecret: '' },
    tasks: { adminToken: null },
    billing: { webhookSecret: null },
    alerts: { sendMail: null },
    publicOrigins: ['http://127.0.0.1'],
    operator: {},
    trustProxy: false,
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
