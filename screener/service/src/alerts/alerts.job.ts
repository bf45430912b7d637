import { setImmediate } from 'node:timers/promises';
import { every, type JobWatch, type RepeatedJob } from '@common/kit/jobs';
import type { Log } from '@common/kit/telemetry/log';
import { createOutboxWorkers, type OutboxWorkers } from '@common/kit/webhooks/outbox-workers';
import { type DeliveryDeps, type DeliveryOutcome, deliver } from './deliver-alerts.ts';
import { screenWatched, type WatchRoundDeps } from './screen-watched.ts';

interface WatchRounds extends Pick<RepeatedJob, 'start' | 'stop'> {
  /** Starts a round now instead of at the next interval, because something may have changed. */
  runSoon(): void;
}

interface WatchRoundOptions extends WatchRoundDeps {
  readonly everyMs: number;
  /** How often to check whether the stored data changed, since another process may have imported some. */
  readonly lookEveryMs: number;
  readonly jobs: JobWatch;
  readonly log: Log;
}

/**
 * Screens all watched tickers periodically, when the stored data changed, and on request, one round at a
 * time.
 */
export function createWatchRounds(options: WatchRoundOptions): WatchRounds {
  const { log, everyMs, lookEveryMs, store, jobs } = options;
  const stopping = new AbortController();
  const onError = (err: unknown): void => {
    if (!stopping.signal.aborted)
      log.error({ err }, 'watched tickers were not screened; the next round will');
  };
  let isRunning = false;
  let wanted = false;
  /** The generation of the data that the last round saw; null if there was none or it failed. */
  let seen: number | null = null;
  const rounds = every(everyMs, jobs.job('watched_tickers', onError), async (failed) => {
    wanted = false;
    isRunning = true;
    try {
      // Other requests come first.
      await setImmediate();
      // This is read before anything is screened, so that a change during the round leads to another.
      seen = await store.generation();
      await screenWatched(options, stopping.signal, (err, symbol) => {
        failed();
        log.error({ err, symbol }, 'a watched ticker was not screened');
      });
    } catch (error) {
      seen = null;
      throw error;
    } finally {
      isRunning = false;
    }
  });
  const runSoon = async (): Promise<void> => {
    wanted = true;
    // A round under way may have begun too early, so another one follows it.
    while (wanted && !stopping.signal.aborted) await rounds.run();
  };
  const looking = every(lookEveryMs, jobs.job('stored_data', onError), async () => {
    if (!isRunning && (await store.generation()) !== seen) await runSoon();
  });
  return {
    runSoon: () => void runSoon(),
    start() {
      rounds.start();
      looking.start();
    },
    async stop() {
      stopping.abort();
      await Promise.all([rounds.stop(), looking.stop()]);
    },
  };
}

interface DeliveryOptions extends DeliveryDeps {
  readonly pollMs: number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly onOutcome: (outcome: DeliveryOutcome) => void;
  readonly jobs: JobWatch;
  readonly log: Log;
}

/** Longer than any attempt takes. Afterwards another process may try. */
const LEASE_MS = 60_000;
const AT_ONCE = 4;
const TOKEN_BYTES = 12;

/** Creates this process's workers on the outbox that all processes share. */
export function createAlertDelivery(options: DeliveryOptions): OutboxWorkers {
  const { alerts, clock, jobs, log, onOutcome, faults, pollMs } = options;
  const onError = (err: unknown): void => log.warn({ err }, 'the outbox of alerts is unreachable; retrying');
  return createOutboxWorkers({
    pollMs,
    atOnce: AT_ONCE,
    leaseMs: LEASE_MS,
    job: jobs.job('alert_delivery', onError),
    async take() {
      const token = Buffer.from(options.randomBytes(TOKEN_BYTES)).toString('hex');
      faults.at('take', 'before');
      const lease = await alerts.take(token, clock(), LEASE_MS);
      if (lease !== null) faults.at('take', 'after');
      return lease;
    },
    work: async (lease) => onOutcome(await deliver(options, lease)),
    onError: (err, { alert }) => log.error({ err, alert: alert.id }, 'an alert was not delivered'),
  });
}
