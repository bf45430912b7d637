import type { Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { createHttpApp, type HttpApp } from '@common/kit/http/app';
import type { Origins } from '@common/kit/http/cors';
import { type ErrorShape, envelopeErrors } from '@common/kit/http/errors';
import type { Log } from '@common/kit/telemetry/log';
import type { Metrics } from '@common/kit/telemetry/metrics';
import type { WebhookRules } from '@common/kit/webhooks/address';
import type { Access } from './accounts/access.ts';
import { addBillingRoutes, type BillingDeps } from './accounts/billing.http.ts';
import { guard } from './accounts/guard.http.ts';
import { addKeyRoutes } from './accounts/keys.http.ts';
import { addUsageCounting } from './accounts/usage.http.ts';
import type { DeliveryDeps } from './alerts/deliver-alerts.ts';
import { addAttestRoutes } from './attest/attest.http.ts';
import type { Attester } from './attest/attest.ts';
import type { PostStore } from './blog/posts.store.ts';
import { addBulkRoutes } from './bulk/bulk.http.ts';
import type { BulkDeps } from './bulk/submit-bulk.ts';
import { addHeadroomRoute } from './headroom/headroom.http.ts';
import { createAnswerCache } from './http/answer-cache.ts';
import { createAnswers, type ReadyScreening } from './http/answers.ts';
import { API_DESCRIPTION, API_VERSION } from './http/api-description.ts';
import { addBatchRoute } from './http/batch.ts';
import { addApiCors } from './http/cors.ts';
import { addHealthRoute } from './http/health.ts';
import { addHistoryRoute } from './http/history.ts';
import { addLlmsTxtRoute } from './http/llms-txt.ts';
import { addScreenRoute } from './http/screen.ts';
import { addSearchRoute } from './http/search.ts';
import { addMcpRoute } from './mcp/mcp-route.ts';
import type { OriginRules } from './mcp/origin.ts';
import { createMakeServer } from './mcp/server.ts';
import { createMcpServing } from './mcp/serving.ts';
import type { OverlayDeps } from './overlays/read-overlays.ts';
import { addPortfolioRoute } from './portfolio/portfolio.http.ts';
import type { SavedPortfolioStore } from './portfolio/saved-portfolio.store.ts';
import { addPurificationRoute } from './purification/purification.http.ts';
import { addFundListRoute } from './rankings/fund-list.http.ts';
import { addListRoute } from './rankings/lists.http.ts';
import { createRankingReader } from './rankings/ranking-reader.ts';
import { addTaskRoutes, type TaskRouteDeps } from './rankings/tasks.http.ts';
import type { ReadCurrentState } from './refresh/current-state.ts';
import type { Search } from './search/search.ts';
import type { ScreenAnswer, ScreenDeps } from './use-cases/screen-ticker.ts';
import type { ScreeningCase } from './use-cases/screening-case.ts';
import type { WatchlistStore } from './watchlist/watchlist.store.ts';
import { addZakatRoute } from './zakat/zakat.http.ts';

interface ApiDeps extends ScreenDeps, OverlayDeps {
  readonly search: Search;
  readonly access: Access;
  /** Seals screenings. */
  readonly attester: Attester;
  readonly bulk: BulkDeps;
  readonly billing: Omit<BillingDeps, 'clock'>;
  /** The rankings, and the token for the operator's endpoints. */
  readonly tasks: Pick<TaskRouteDeps, 'rankings' | 'adminToken' | 'threads'>;
  /** Proxies whose `x-forwarded-for` is trusted. */
  readonly trustProxy: string[] | false;
  /** Which web pages may call the API. */
  readonly origins: Origins;
  /** Which web pages may call `/mcp`. */
  readonly mcpOrigins: OriginRules;
  /** Read by `/health`; null or absent if live mode is off. */
  readonly readCurrent?: ReadCurrentState | null;
  /** Called by `/health`: whether the database accepts writes. */
  readonly writable?: () => Promise<Result<void, 'database_not_writable'>>;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Memory for cached answers, in bytes. */
  readonly answerCacheBytes: number;
}

/** What the service gives to its app. Pages need more than the API. */
export interface AppDeps extends ApiDeps {
  readonly watchlist: WatchlistStore;
  readonly saved: SavedPortfolioStore;
  readonly alerts: DeliveryDeps & { readonly webhookRules: WebhookRules };
  readonly posts: PostStore;
  /** Makes the report that recomputes itself. */
  readonly reportFile: (answer: ScreenAnswer, given: ScreeningCase) => Promise<string>;
  /** The payment link of the partner tier; null if payments are not set up. */
  readonly paymentLink: string | null;
  /** The origins at which people reach the service; the first is used in links. */
  readonly publicOrigins: readonly [string, ...string[]];
  /** What the operator states about this server on its pages. */
  readonly operator: {
    /** Who runs this server and how to reach them; null if this is not stated. */
    readonly contact: string | null;
    /** Days after which a bulk job is removed with its results. */
    readonly bulkRetentionDays: number;
  };
}

/** The answers of `screen_ticker` get a further `answerCacheBytes` divided by this. */
const MCP_CACHE_PART = 4;

/** Pages of the API itself. */
interface ApiPages {
  /** What a browser gets where a program gets an error as JSON. */
  readonly error: NonNullable<ErrorShape['page']>;
  /** The description for people, at `/docs`. */
  readonly docs: () => string;
}

/** Creates the HTTP application that programs call (interface document, 4.1). */
export async function createApi(deps: ApiDeps, pages?: ApiPages): Promise<HttpApp> {
  const app = await createHttpApp({
    ...API_DESCRIPTION,
    log: deps.log,
    randomBytes: deps.randomBytes,
    trustProxy: deps.trustProxy,
    metrics: deps.metrics,
    compress: true,
    errors: { ...envelopeErrors, ...(pages === undefined ? {} : { page: pages.error }) },
    // The recorded examples are of all paths, those of the pages too.
    ...(pages === undefined ? { examples: () => [] } : { docsPage: pages.docs }),
  });
  const { access, search, clock, randomBytes } = deps;
  const { usage, tiers } = access;
  addUsageCounting(app, usage);
  addApiCors(app, deps.origins);
  const open = guard(access);
  const cache = createAnswerCache<ReadyScreening>({
    bytes: deps.answerCacheBytes,
    sizeOf: ({ body }) => body.length,
    readGeneration: () => deps.store.generation(),
    clock,
  });
  const answers = createAnswers(deps, cache);
  addHealthRoute(app, deps);
  addScreenRoute(app, { clock, search, answers, guard: open, tiers, usage });
  const sealing = { attester: deps.attester, crypto: nodeCrypto };
  addAttestRoutes(app, { ...sealing, clock, search, answers, guard: open, tiers, usage });
  addSearchRoute(app, { search, guard: open });
  addHistoryRoute(app, { ...deps, guard: open });
  addHeadroomRoute(app, { ...deps, guard: open, usage });
  const lists = { rankings: createRankingReader(deps.tasks.rankings), guard: open, clock };
  addListRoute(app, lists);
  addFundListRoute(app, lists);
  addBatchRoute(app, { ...deps, answers, guard: guard(access, 'batch'), usage });
  addPortfolioRoute(app, { ...deps, guard: guard(access, 'portfolio') });
  addPurificationRoute(app, { ...deps, guard: guard(access, 'purification') });
  addZakatRoute(app, { ...deps, guard: guard(access, 'zakat') });
  addBulkRoutes(app, { ...deps.bulk, randomBytes, guard: guard(access, 'bulk'), usage });
  addMcpRoute(app, {
    guard: open,
    tiers,
    usage,
    origins: deps.mcpOrigins,
    serving: createMcpServing(
      createMakeServer(deps, { version: API_VERSION, cacheBytes: deps.answerCacheBytes / MCP_CACHE_PART }),
    ),
  });
  addLlmsTxtRoute(app, tiers);
  addKeyRoutes(app, {
    store: access.accessStore,
    keySecret: access.keySecret,
    signUps: access.signUps,
    wrongKeys: access.wrongKeys,
    guard: open,
    freeTier: tiers.free,
    randomBytes,
    clock,
  });
  await addBillingRoutes(app, { ...deps.billing, clock });
  addTaskRoutes(app, { ...deps, ...deps.tasks, wrongKeys: access.wrongKeys });
  return app;
}
