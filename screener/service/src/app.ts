import { createHttpApp, type HttpApp } from '@common/kit/http';
import { envelopeErrors, type HttpFailure } from '@common/kit/http/errors';
import type { Log } from '@common/kit/log';
import { addMetrics, type Metrics } from '@common/kit/metrics';
import { isDatabaseAway } from '@common/kit/sql';
import type { Access } from './access/access.ts';
import { guard, KEY_NOTICE, KEY_SCHEME } from './access/guard.http.ts';
import { addKeyRoutes } from './access/keys.http.ts';
import { ADMIN_SCHEME } from './admin/guard.http.ts';
import { addBulkRoutes } from './bulk/bulk.http.ts';
import type { BulkDeps } from './bulk/submit-bulk.ts';
import { createAnswerCache } from './http/answer-cache.ts';
import { createAnswers } from './http/answers.ts';
import { addBatchRoute } from './http/batch.ts';
import { addCors, type Origins } from './http/cors.ts';
import { addHealthRoute } from './http/health.ts';
import { addHistoryRoute } from './http/history.ts';
import { addLlmsTxtRoute } from './http/llms-txt.ts';
import { readRecordedExamples } from './http/recorded-examples.ts';
import { addScreenRoute } from './http/screen.ts';
import { addMcpRoute } from './mcp/mcp-route.ts';
import type { OriginRules } from './mcp/origin.ts';
import { createMakeServer } from './mcp/server.ts';
import { createMcpServing } from './mcp/serving.ts';
import type { OverlayDeps } from './overlays/read-overlays.ts';
import { addTaskRoutes, type TaskRouteDeps } from './rankings/tasks.http.ts';
import type { ReadCurrentState } from './refresh/current-state.ts';
import { addSearchRoute } from './search/search.http.ts';
import { createSearch } from './search/search.ts';
import { errorPages } from './start-page/refused.page.ts';
import { loadSite } from './start-page/site.page.ts';
import { addStartPage } from './start-page/start.page.ts';
import type { ScreenDeps } from './use-cases/screen-ticker.ts';

export interface AppDeps extends ScreenDeps, OverlayDeps {
  readonly access: Access;
  readonly bulk: BulkDeps;
  /** The rankings, and the token for the operator's endpoints. */
  readonly tasks: Pick<TaskRouteDeps, 'rankings' | 'adminToken'>;
  /** Proxies whose `x-forwarded-for` is trusted. */
  readonly trustProxy: string[] | false;
  /** Which web pages may call the API. */
  readonly origins: Origins;
  /** Which web pages may call `/mcp`. */
  readonly mcpOrigins: OriginRules;
  /** For `/health`; null or absent where live mode is off. */
  readonly readCurrent?: ReadCurrentState | null;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Memory for cached answers, in bytes. */
  readonly answerCacheBytes: number;
}

/** The interface document's version: see its part 9. */
const API_VERSION = '0.3.0';
/** The answers of `screen_ticker` get one part in this many of that memory in addition. */
const MCP_CACHE_PART = 4;

const DATABASE_AWAY: HttpFailure = {
  status: 503,
  code: 'database_unavailable',
  message: 'The database of this service cannot be reached. Try again in a few seconds.',
  headers: { 'retry-after': '5' },
};

const API_HEADERS = {
  [KEY_NOTICE]: [
    'Only where this key’s address has signed up again: when this key ends, and how to keep it',
    'This key ends at 2026-08-24T20:00:00.000Z: its address signed up again. To keep it and end the newer key: POST /api/keys/keep with this key as x-api-key.',
  ],
  'www-authenticate': ['How to prove who is calling', 'ApiKey realm="sanad", header="x-api-key"'],
} as const;

/** The screener as an HTTP application. Tests call it without a port. */
export async function createApp(deps: AppDeps): Promise<HttpApp> {
  const { site, assets } = await loadSite();
  const app = await createHttpApp({
    name: 'Sanad screening service',
    version: API_VERSION,
    description:
      'Screens US-listed companies and ETFs for Sharia compliance from the SEC’s own filings, with a citation behind every number. Missing data is never treated as compliant.',
    log: deps.log,
    randomBytes: deps.randomBytes,
    trustProxy: deps.trustProxy,
    keepRequestIds: true,
    mapException: (error) => (isDatabaseAway(error) ? DATABASE_AWAY : undefined),
    compress: true,
    errors: { ...envelopeErrors, page: errorPages(site) },
    examples: readRecordedExamples,
    headers: API_HEADERS,
    securitySchemes: {
      [KEY_SCHEME]: {
        type: 'apiKey',
        in: 'header',
        name: 'x-api-key',
        description: 'A key from POST /api/keys. Without one, the demo tier applies.',
      },
      [ADMIN_SCHEME]: {
        type: 'http',
        scheme: 'bearer',
        description: 'The deployment’s ADMIN_TOKEN, for its operator and scheduler.',
      },
    },
    tags: [
      { name: 'screening', description: 'Verdicts with their evidence' },
      { name: 'agents', description: 'Tools for agents' },
      { name: 'keys', description: 'Keys and the waiting list' },
      { name: 'operation', description: 'For operators' },
    ],
  });
  addMetrics(app, deps.metrics);
  addCors(app, deps.origins);
  const cache = createAnswerCache({
    bytes: deps.answerCacheBytes,
    sizeOf: ({ body }) => body.length,
    readGeneration: () => deps.store.generation(),
    clock: deps.clock,
  });
  addHealthRoute(app, deps);
  const { access } = deps;
  const open = guard(access);
  const answers = createAnswers(deps, cache);
  addScreenRoute(app, { clock: deps.clock, answers, guard: open, tiers: access.tiers });
  addSearchRoute(app, { search: deps.search ?? createSearch(deps.store, deps.clock), guard: open });
  addHistoryRoute(app, { ...deps, guard: open });
  addBatchRoute(app, { ...deps, answers, guard: guard(access, 'batch') });
  addBulkRoutes(app, { ...deps.bulk, randomBytes: deps.randomBytes, guard: guard(access, 'bulk') });
  addMcpRoute(app, {
    guard: open,
    tiers: access.tiers,
    origins: deps.mcpOrigins,
    serving: createMcpServing(
      createMakeServer(deps, { version: API_VERSION, cacheBytes: deps.answerCacheBytes / MCP_CACHE_PART }),
    ),
  });
  addLlmsTxtRoute(app, access.tiers);
  addKeyRoutes(app, {
    store: access.accessStore,
    keySecret: access.keySecret,
    signUps: access.signUps,
    wrongKeys: access.wrongKeys,
    guard: open,
    freeTier: access.tiers.free,
    randomBytes: deps.randomBytes,
    clock: deps.clock,
  });
  addTaskRoutes(app, { ...deps, ...deps.tasks, wrongKeys: access.wrongKeys });
  assets.addRoutes(app);
  addStartPage(app, site, { ...deps, guard: open });
  return app;
}
