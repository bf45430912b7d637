import type { Result } from '@common/base/result';
import { createHttpApp, type HttpApp } from '@common/kit/http/app';
import type { Origins } from '@common/kit/http/cors';
import { envelopeErrors } from '@common/kit/http/errors';
import type { Log } from '@common/kit/telemetry/log';
import type { Metrics } from '@common/kit/telemetry/metrics';
import type { Safe } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import type { Access } from './accounts/access.ts';
import { addAccountRoutes } from './accounts/account.page.ts';
import { addBillingRoutes, type BillingDeps } from './accounts/billing.http.ts';
import { guard } from './accounts/guard.http.ts';
import { addKeyRoutes } from './accounts/keys.http.ts';
import { addPasswordRoutes } from './accounts/password.page.ts';
import { createReaders, type Readers } from './accounts/readers.http.ts';
import { addSessionRoutes } from './accounts/session.page.ts';
import { addUsageCounting } from './accounts/usage.http.ts';
import { usageSection } from './accounts/usage.page.ts';
import { addWaitlistPage } from './accounts/waitlist.page.ts';
import { addAdminRoutes } from './admin/admin.page.ts';
import { createOperator } from './admin/admin-session.http.ts';
import { addPaymentRoutes } from './admin/payments.page.ts';
import { addPostRoutes } from './admin/posts.page.ts';
import type { StatisticsDeps } from './admin/read-statistics.ts';
import { type AlertPageDeps, addAlertRoutes, alertsSectionOf } from './alerts/alerts.page.ts';
import { addBlog, pathOfPost } from './blog/blog.page.ts';
import type { PostStore } from './blog/posts.store.ts';
import { addBulkRoutes } from './bulk/bulk.http.ts';
import type { BulkDeps } from './bulk/submit-bulk.ts';
import { addDevelopersPage } from './developers/developers.page.ts';
import { createAnswerCache } from './http/answer-cache.ts';
import { createAnswers, type ReadyScreening } from './http/answers.ts';
import { API_DESCRIPTION, API_VERSION } from './http/api-description.ts';
import { addBatchRoute } from './http/batch.ts';
import { addApiCors } from './http/cors.ts';
import { databaseAway } from './http/database-away.ts';
import { addHealthRoute } from './http/health.ts';
import { addHistoryRoute } from './http/history.ts';
import { addLlmsTxtRoute } from './http/llms-txt.ts';
import { addScreenRoute } from './http/screen.ts';
import { createScreenings } from './http/screenings.ts';
import { addSearchRoute } from './http/search.ts';
import { addLegalPages } from './legal/legal.page.ts';
import { addMcpRoute } from './mcp/mcp-route.ts';
import type { OriginRules } from './mcp/origin.ts';
import { createMakeServer } from './mcp/server.ts';
import { createMcpServing } from './mcp/serving.ts';
import { addMethodologyPage } from './methodology/methodology.page.ts';
import type { OverlayDeps } from './overlays/read-overlays.ts';
import { addRankingPages } from './rankings/rankings.page.ts';
import { addTaskRoutes, type TaskRouteDeps } from './rankings/tasks.http.ts';
import type { ReadCurrentState } from './refresh/current-state.ts';
import { addComparePage } from './report/compare.page.ts';
import { addReportPage } from './report/report.page.ts';
import { createSearch, type Search } from './search/search.ts';
import { createDataLine } from './site/data-line.page.ts';
import { addRobotRoutes } from './site/robots.http.ts';
import { loadSite } from './site/site.page.ts';
import { errorPages } from './start-page/errors.page.ts';
import { createExample } from './start-page/example.ts';
import { addStartPage } from './start-page/start.page.ts';
import type { Screen } from './use-cases/screen.ts';
import type { ScreenDeps } from './use-cases/screen-ticker.ts';
import { addDashboardRoutes, type DashboardDeps } from './watchlist/dashboard.page.ts';

export interface AppDeps extends ScreenDeps, OverlayDeps {
  readonly access: Access;
  readonly bulk: BulkDeps;
  /** For the operator's statistics; absent where there are no alerts. */
  readonly readAlerts?: StatisticsDeps['readAlerts'];
  /** Of the partner tier; null where payments are not set up. */
  readonly paymentLink: string | null;
  readonly billing: Omit<BillingDeps, 'clock'>;
  readonly posts: PostStore;
  /** The rankings, and the token for the operator's endpoints. */
  readonly tasks: Pick<TaskRouteDeps, 'rankings' | 'adminToken'>;
  /** Proxies whose `x-forwarded-for` is trusted. */
  readonly trustProxy: string[] | false;
  /** Which web pages may call the API. */
  readonly origins: Origins;
  /** Which web pages may call `/mcp`. */
  readonly mcpOrigins: OriginRules;
  readonly watchlist: DashboardDeps['watchlist'];
  readonly alerts: Omit<AlertPageDeps, 'readers' | 'randomBytes'>;
  /** For `/health`; null or absent where live mode is off. */
  readonly readCurrent?: ReadCurrentState | null;
  /** For `/health`: whether the database takes writes. */
  readonly writable?: () => Promise<Result<void, 'database_not_writable'>>;
  /** For `/health`: what the replica does; null or absent where there is none. */
  readonly replica?: (() => string) | null;
  /** Where people reach the service; the first is for links. */
  readonly publicOrigins: readonly [string, ...string[]];
  /** What the operator says of this server on its pages. */
  readonly operator: Parameters<typeof addLegalPages>[2];
  readonly metrics: Metrics;
  readonly log: Log;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Memory for cached answers, in bytes. */
  readonly answerCacheBytes: number;
}

/** The answers of `screen_ticker` get one part in this many of that memory in addition. */
const MCP_CACHE_PART = 4;

/** The same for rows of watchlists. */
const ROW_CACHE_PART = 4;

/** The same for the screenings of pages, and for reports. */
const PAGE_CACHE_PART = 4;

interface PageParts {
  readonly readers: Readers;
  readonly screen: Screen;
}

/** The screener as an HTTP application. Tests call it without a port. */
export async function createApp(deps: AppDeps): Promise<HttpApp> {
  const dataLine = createDataLine(deps);
  const { site, assets } = await loadSite(dataLine.line);
  const app = await createHttpApp({
    ...API_DESCRIPTION,
    log: deps.log,
    randomBytes: deps.randomBytes,
    trustProxy: deps.trustProxy,
    metrics: deps.metrics,
    mapException: databaseAway,
    compress: true,
    errors: { ...envelopeErrors, page: errorPages(site) },
  });
  app.addHook('onRequest', dataLine.read);
  addUsageCounting(app, deps.access.usage);
  addApiCors(app, deps.origins);
  const search = deps.search ?? createSearch(deps.store, deps.clock);
  const session = { ...deps.access, randomBytes: deps.randomBytes, clock: deps.clock };
  const readers = createReaders({ ...session, publicOrigins: deps.publicOrigins });
  if (readers.obstacle !== null) deps.log.warn(readers.obstacle);
  const screen = createScreenings(deps, deps.answerCacheBytes / PAGE_CACHE_PART);
  addApi(app, deps, search);
  await addPortal(app, site, deps, { readers, screen, printScript: assets.addresses['print.ts'] });
  await addOperatorRoutes(app, site, deps, search);
  assets.addRoutes(app);
  await addPublicPages(app, site, deps, { readers, screen, copyScript: assets.addresses['copy.ts'] });
  return app;
}

/** What programs call: interface document, 4.1. */
function addApi(app: HttpApp, deps: AppDeps, search: Search): void {
  const { access, clock, randomBytes } = deps;
  const { usage, tiers } = access;
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
  addSearchRoute(app, { search, guard: open });
  addHistoryRoute(app, { ...deps, guard: open });
  addBatchRoute(app, { ...deps, answers, guard: guard(access, 'batch'), usage });
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
}

/** What signed-in readers have, and the payment that makes them partners. */
async function addPortal(
  app: HttpApp,
  site: Site,
  deps: AppDeps,
  { readers, screen, printScript }: PageParts & { readonly printScript: Safe },
): Promise<void> {
  const { access, clock, randomBytes } = deps;
  const session = { ...access, randomBytes, clock };
  await addSessionRoutes(app, site, { ...session, readers });
  await addPasswordRoutes(app, site, { ...session, readers });
  const alerts = { ...deps.alerts, readers, randomBytes };
  await addAlertRoutes(app, site, alerts);
  await addAccountRoutes(app, site, {
    ...session,
    readers,
    paymentLink: deps.paymentLink,
    sections: [({ account }) => usageSection(session, account.id), alertsSectionOf(alerts)],
  });
  await addBillingRoutes(app, { ...deps.billing, clock });
  const counted = { ...deps, screen, usage: access.usage, requireReader: readers.requireCounted };
  const cacheBytes = deps.answerCacheBytes / PAGE_CACHE_PART;
  addReportPage(app, site, { ...counted, printScript, cacheBytes });
  addComparePage(app, site, counted);
  await addDashboardRoutes(app, site, {
    ...deps,
    readers,
    usage: access.usageStore,
    rowCacheBytes: deps.answerCacheBytes / ROW_CACHE_PART,
  });
}

/** What the operator calls with the admin token. */
async function addOperatorRoutes(app: HttpApp, site: Site, deps: AppDeps, search: Search): Promise<void> {
  const { access, clock, randomBytes, posts, readAlerts } = deps;
  const { adminToken } = deps.tasks;
  // A ranking is kept: it is made of what the primary has.
  const store = deps.primary ?? deps.store;
  addTaskRoutes(app, { ...deps, ...deps.tasks, store, wrongKeys: access.wrongKeys });
  const operator = createOperator({ ...access, ...deps, randomBytes, clock, adminToken });
  const statistics = {
    ...access,
    ...{ operator, search, store: deps.store, payments: deps.billing.payments, clock },
    ...(readAlerts === undefined ? {} : { readAlerts }),
  };
  await addAdminRoutes(app, site, statistics);
  await addPaymentRoutes(app, site, statistics);
  await addPostRoutes(app, site, { operator, posts, clock });
}

/** What everybody reads. */
async function addPublicPages(
  app: HttpApp,
  site: Site,
  deps: AppDeps,
  { readers, screen, copyScript }: PageParts & { readonly copyScript: Safe },
): Promise<void> {
  const { access, clock, randomBytes } = deps;
  const { accessStore: store, keySecret, signUps, tiers, usage } = access;
  const [publicUrl] = deps.publicOrigins;
  const example = createExample(deps);
  addStartPage(app, site, { ...deps, screen, guard: guard(access), usage, example });
  addRankingPages(app, site, { rankings: deps.tasks.rankings, readers });
  addMethodologyPage(app, site);
  const hasPayments = deps.paymentLink !== null;
  await addDevelopersPage(app, site, {
    ...{ store, keySecret, signUps, tiers, readers, randomBytes, clock },
    ...{ example, publicUrl, copyScript, hasPayments },
  });
  await addWaitlistPage(app, site, { store, signUps, readers, clock, hasPayments });
  addBlog(app, site, deps);
  addLegalPages(app, site, deps.operator);
  const posts = async () => (await deps.posts.published()).map(({ slug }) => pathOfPost(slug));
  addRobotRoutes(app, { publicUrl, morePages: posts });
}
