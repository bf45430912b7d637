import { randomBytes } from 'node:crypto';
import type { Log } from '@common/kit/log';
import type { Metrics } from '@common/kit/metrics';
import type { Database } from '@common/kit/sql';
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
  readonly log: Log;
  readonly metrics: Metrics;
}

const POLL_MS = 1_000;
const GRACE_MS = 2_000;

/** Nothing is taken before `start`. */
export function openBulk({ config }: Pick<ScreenerSettings, 'config'>, parts: BulkParts): Bulk {
  const { screen, database, log, metrics } = parts;
  const store = createBulkStore(database);
  const symbols = metrics.counter(
    'screener_bulk_symbols_total',
    'Symbols of bulk jobs that this process took, by how that ended.',
    ['outcome'],
  );
  metrics.gauge('screener_bulk_queue_depth', 'Symbols of bulk jobs without a result, of all processes.', () =>
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
    onOutcome: (outcome) => symbols.inc({ outcome }),
    onFailure: (err, { symbol, jobId }) =>
      log.error({ err, symbol, job_id: jobId }, 'a symbol of a bulk job failed; it is tried again'),
    onError: (err) => log.warn({ err }, 'the bulk queue could not be had; it is asked again'),
  });
  const sweep = createBulkSweep(store, config.BULK_RETENTION_DAYS, (err) =>
    log.warn({ err }, 'old bulk jobs were not removed; the next sweep tries again'),
  );
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
