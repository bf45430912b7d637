import { randomBytes } from 'node:crypto';
import type { JobWatch } from '@common/kit/jobs';
import type { Database } from '@common/kit/sql/database';
import type { Log } from '@common/kit/telemetry/log';
import type { Metrics } from '@common/kit/telemetry/metrics';
import type { UsageCounter } from '../accounts/count-usage.ts';
import type { ScreenerSettings } from '../config.ts';
import type { ScreenerSchema } from '../store/schema.ts';
import type { ScreenDeps } from '../use-cases/screen-ticker.ts';
import { createBulkStore } from './bulk.sql.ts';
import type { BulkDeps } from './submit-bulk.ts';
import { createBulkSweep } from './sweep.job.ts';
import { createBulkWorkers } from './workers.job.ts';

/** The queue of bulk jobs, and this process's workers on it. */
interface Bulk {
  readonly deps: BulkDeps;
  start(): void;
  stop(): Promise<void>;
}

interface BulkParts {
  readonly screen: ScreenDeps;
  readonly database: Database<ScreenerSchema>;
  readonly jobs: JobWatch;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly usage: Pick<UsageCounter, 'asked'>;
}

const POLL_MS = 1_000;
const GRACE_MS = 2_000;

/** Opens the queue. Its workers take nothing before `start`. */
export function openBulk({ config }: Pick<ScreenerSettings, 'config'>, parts: BulkParts): Bulk {
  const { screen, database, jobs, log, metrics, usage } = parts;
  const store = createBulkStore(database);
  const symbols = metrics.counter(
    'screener_bulk_symbols_total',
    'Bulk job symbols that this process took, by outcome.',
    ['outcome'],
  );
  metrics.gauge('screener_bulk_queue_depth', 'Bulk job symbols without a result, over all processes.', () =>
    store.queueDepth(),
  );
  const workers = createBulkWorkers({
    screen,
    store,
    workers: config.BULK_WORKERS,
    leaseMs: config.BULK_LEASE_MS,
    pollMs: POLL_MS,
    graceMs: GRACE_MS,
    randomBytes,
    onAnswer: (symbol, answer) => usage.asked(null, symbol, answer),
    onOutcome: (outcome) => symbols.inc({ outcome }),
    onFailure: (err, { symbol, jobId }) =>
      log.error({ err, symbol, job_id: jobId }, 'a symbol of a bulk job failed; it will be retried'),
    jobs,
    onError: (err) => log.warn({ err }, 'the bulk queue is unreachable; retrying'),
  });
  const sweeping = jobs.job('bulk_retention', (err) =>
    log.warn({ err }, 'old bulk jobs were not removed; the next sweep will retry'),
  );
  const sweep = createBulkSweep(store, config.BULK_RETENTION_DAYS, sweeping);
  return {
    deps: { store, mostPending: config.BULK_PENDING_JOBS, nudge: workers.nudge },
    start() {
      workers.start();
      sweep.start();
    },
    async stop() {
      await Promise.all([workers.stop(), sweep.stop()]);
    },
  };
}
