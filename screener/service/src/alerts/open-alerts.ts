import { randomBytes } from 'node:crypto';
import { ok, type Result } from '@common/base/result';
import type { JobWatch } from '@common/kit/jobs';
import { openMail } from '@common/kit/mail/settings';
import type { Database } from '@common/kit/sql/database';
import type { Log } from '@common/kit/telemetry/log';
import type { Metrics } from '@common/kit/telemetry/metrics';
import type { WebhookRules } from '@common/kit/webhooks/address';
import { createWebhookSender } from '@common/kit/webhooks/send';
import { createChoiceStore } from '../accounts/choice.sql.ts';
import { publicOriginsOf, type ScreenerSettings } from '../config.ts';
import type { AlertFaults } from '../store/faults.store.ts';
import type { ScreenerSchema } from '../store/schema.ts';
import type { ScreenDeps } from '../use-cases/screen-ticker.ts';
import type { WatchlistStore } from '../watchlist/watchlist.store.ts';
import { alertMail } from './alert-mail.ts';
import { createAlertDelivery, createWatchRounds } from './alerts.job.ts';
import { createAlertStore } from './alerts.sql.ts';
import type { DeliveryDeps } from './deliver-alerts.ts';

/**
 * Alerts: how they are delivered, the rounds over watched tickers, and this process's workers on the outbox.
 */
interface Alerts {
  readonly deps: DeliveryDeps & { readonly webhookRules: WebhookRules };
  /** Starts a round now, because facts or prices may have changed. */
  screenSoon(): void;
  start(): void;
  stop(): Promise<void>;
}

interface AlertParts {
  readonly screen: ScreenDeps;
  readonly watchlist: WatchlistStore;
  readonly database: Database<ScreenerSchema>;
  readonly keySecret: string;
  readonly jobs: JobWatch;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly faults: AlertFaults;
}

const MINUTE_MS = 60_000;
const POLL_MS = 1_000;

/** Opens alerts. Nothing is screened or sent before `start`. */
export function openAlerts(
  settings: ScreenerSettings,
  { screen, watchlist, database, keySecret, jobs, log, metrics, faults }: AlertParts,
): Result<Alerts, 'unusable_settings'> {
  const { config } = settings;
  const { ALERTS_EVERY_MINUTES: minutes } = config;
  const mail = openMail(settings);
  if (!mail.ok) return mail;
  const [publicOrigin] = publicOriginsOf(config);
  const webhookRules = { allowPrivate: config.WEBHOOK_ALLOW_PRIVATE };
  const deps: Alerts['deps'] = {
    alerts: createAlertStore(database),
    store: screen.store,
    publicOrigin,
    sendWebhook: createWebhookSender(webhookRules),
    sendMail: mail.value,
    keySecret,
    clock: screen.clock,
    choices: createChoiceStore(database),
    mailOf: (event, language) => alertMail(event, publicOrigin, language),
    webhookRules,
    faults,
  };
  const attempts = metrics.counter(
    'screener_alert_deliveries_total',
    'Attempts of this process to deliver an alert, by outcome.',
    ['outcome'],
  );
  const delivery = createAlertDelivery({
    ...deps,
    pollMs: POLL_MS,
    randomBytes,
    onOutcome: (outcome) => attempts.inc({ outcome }),
    jobs,
    log,
  });
  const rounds = createWatchRounds({
    ...screen,
    watchlist,
    alerts: deps.alerts,
    jobs,
    log,
    faults,
    everyMs: minutes * MINUTE_MS,
    lookEveryMs: MINUTE_MS,
  });
  return ok({
    deps,
    screenSoon: () => minutes > 0 && rounds.runSoon(),
    start() {
      if (minutes > 0) rounds.start();
      delivery.start();
    },
    async stop() {
      await Promise.all([rounds.stop(), delivery.stop()]);
    },
  });
}
