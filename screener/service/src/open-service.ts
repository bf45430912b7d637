import { ok, type Result } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { createJobWatch, type JobWatch, watchJobs } from '@common/kit/jobs';
import type { Machine, OpenService } from '@common/kit/service';
import { trustedProxiesOf } from '@common/kit/service/settings';
import type { Database } from '@common/kit/sql/database';
import { watchDatabase } from '@common/kit/sql/watch-database';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import { createMetrics } from '@common/kit/telemetry/metrics';
import { openAccess } from './accounts/open-access.ts';
import { createPaymentStore } from './accounts/payments.sql.ts';
import { openAlerts } from './alerts/open-alerts.ts';
import type { AppDeps } from './app.ts';
import { openAttest } from './attest/open-attest.ts';
import { createPostStore } from './blog/posts.sql.ts';
import { openBulk } from './bulk/open-bulk.ts';
import { apiOriginsOf, mcpOriginsOf, publicOriginsOf, type ScreenerSettings, threadsOf } from './config.ts';
import { openRefresh } from './open-refresh.ts';
import { openScreener } from './open-screener.ts';
import { createSavedPortfolioStore } from './portfolio/saved-portfolio.sql.ts';
import { createFirstRankings } from './rankings/first-rankings.job.ts';
import { reportFile } from './recompute/report-file.adapter.ts';
import type { AlertFaultPoint } from './store/faults.store.ts';
import type { ScreenerSchema } from './store/schema.ts';
import { createFigureStore } from './telemetry/figures.sql.ts';
import { watchScreener } from './telemetry/watch-screener.ts';
import { createWatchlistStore } from './watchlist/watchlist.sql.ts';

const MIB = 1_048_576;

/**
 * Opens the screener as a service: the store, keys and limits, the queue of bulk jobs, and the app that
 * `createApp` makes of them, which is the API alone or the API with its pages. `program` is the module that further
 * threads run; without it, there are none.
 */
export async function openService(
  settings: ScreenerSettings,
  { clock, log, randomBytes, faults }: Machine<AlertFaultPoint>,
  createApp: (deps: AppDeps) => Promise<HttpApp>,
  program: URL | null = null,
): Promise<Result<OpenService<'screener'>, 'unusable_settings'>> {
  const { config } = settings;
  const trustProxy = trustedProxiesOf(config.TRUST_PROXY);
  if (!trustProxy.ok) return trustProxy;
  const screener = await openScreener(settings, clock, faults);
  if (!screener.ok) return screener;
  const { deps: screen, database, rankings } = screener.value;
  const jobs = createJobWatch({ log });
  const access = await openAccess(settings, database, clock, { jobs, log });
  if (!access.ok) return access;
  const fresh = access.value.statements;
  const attester = await openAttest(settings, { database, clock, fresh });
  if (!attester.ok) return attester;
  const metrics = createMetrics();
  const threads = program === null ? null : threadsOf(settings, program);
  const bulk = openBulk(settings, { screen, database, jobs, log, metrics, usage: access.value.usage });
  const firstRankings = createFirstRankings({ ...screen, rankings, threads, randomBytes, log });
  const watchlist = createWatchlistStore(database);
  const { keySecret } = access.value;
  const alerts = openAlerts(settings, {
    screen,
    watchlist,
    database,
    keySecret,
    jobs,
    log,
    metrics,
    faults,
  });
  if (!alerts.ok) return alerts;
  const refresh = openRefresh(settings, {
    jobs,
    log,
    metrics,
    current: screener.value.current,
    onRefreshed: alerts.value.screenSoon,
  });
  const app = await createApp({
    ...screen,
    access: access.value,
    attester: attester.value,
    bulk: bulk.deps,
    ...billingOf(settings, database),
    watchlist,
    saved: createSavedPortfolioStore(database),
    alerts: alerts.value.deps,
    posts: createPostStore(database),
    tasks: { rankings, threads, adminToken: settings.secrets.ADMIN_TOKEN ?? null },
    readCurrent: refresh.readCurrent,
    writable: createWriteProbe(database),
    reportFile,
    operator: { contact: config.CONTACT ?? null, bulkRetentionDays: config.BULK_RETENTION_DAYS },
    metrics,
    trustProxy: trustProxy.value,
    publicOrigins: publicOriginsOf(config),
    origins: apiOriginsOf(config),
    mcpOrigins: mcpOriginsOf(config),
    log,
    randomBytes,
    answerCacheBytes: config.ANSWER_CACHE_MB * MIB,
  });
  await watchAll(app, { database, jobs, readCurrent: refresh.readCurrent, clock });
  return ok({
    apps: { screener: app },
    start() {
      bulk.start();
      refresh.start();
      firstRankings.start();
      alerts.value.start();
    },
    async close() {
      await Promise.all([bulk.stop(), refresh.stop(), firstRankings.stop(), alerts.value.stop()]);
      await access.value.close();
      await screener.value.close();
    },
  });
}

function billingOf({ config, secrets }: ScreenerSettings, database: Database<ScreenerSchema>) {
  return {
    paymentLink: config.PAYMENT_LINK ?? null,
    billing: {
      payments: createPaymentStore(database),
      webhookSecret: secrets.PAYMENT_WEBHOOK_SECRET ?? null,
    },
  };
}

interface WatchedParts {
  readonly database: Database<ScreenerSchema>;
  readonly jobs: JobWatch;
  readonly readCurrent: Parameters<typeof watchScreener>[1]['readCurrent'];
  readonly clock: () => number;
}

async function watchAll(app: HttpApp, { database, jobs, readCurrent, clock }: WatchedParts): Promise<void> {
  await watchDatabase(app.watch, database);
  watchJobs(app.watch, jobs);
  watchScreener(app.watch, { figures: createFigureStore(database), readCurrent, clock });
}
