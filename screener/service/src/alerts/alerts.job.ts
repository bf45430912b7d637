import { setImmediate } from 'node:timers/promises';
import type { Log } from '@common/kit/log';
import { createOutboxWorkers, type OutboxWorkers } from '@common/kit/webhooks/outbox-workers';
import { every, type Repeated } from '../jobs/every.ts';
import { type DeliveryDeps, type DeliveryOutcome, deliver } from './deliver-alerts.ts';
import { screenWatched, type WatchRoundDeps } from './screen-watched.ts';

interface WatchRounds extends Repeated {
  /** Screens what is watched now, and not only when it is time: something may have changed. */
  runSoon(): void;
}

interface WatchRoundOptions extends WatchRoundDeps {
  readonly everyMs: number;
  /** How often to look whether the stored data changed: another process may have imported some. */
  readonly lookEveryMs: number;
  readonly log: Log;
}

/** Screens all watched tickers: periodically, when the stored data changed, and when asked to; one round at a time. */
export function createWatchRounds(options: WatchRoundOptions): WatchRounds {
  const { log, everyMs, lookEveryMs, store } = options;
  const stopping = new AbortController();
  const onError = (err: unknown): void => {
    if (!stopping.signal.aborted)
      log.error({ err }, 'watched tickers were not screened; the next round will');
  };
  let running: Promise<void> | undefined;
  let wanted = false;
  /** The data that the last round saw; null if none has, or it failed. */
  let seen: number | null = null;
  const run = async (): Promise<void> => {
    do {
      wanted = false;
      // Other requests come first.
      await setImmediate();
      // Before anything is screened: what changes during the round leads to another.
      seen = await store.generation();
      await screenWatched(options, stopping.signal, (err, symbol) =>
        log.error({ err, symbol }, 'a watched ticker was not screened'),
      );
    } while (wanted && !stopping.signal.aborted);
  };
  const runSoon = (): Promise<void> => {
    wanted = true;
    running ??= run()
      .catch((error: unknown) => {
        seen = null;
        onError(error);
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const repeated = every(everyMs, onError, runSoon);
  const looking = every(lookEveryMs, onError, async () => {
    if (running === undefined && (await store.generation()) !== seen) await runSoon();
  });
  return {
    runSoon: () => void runSoon(),
    start() {
      repeated.start();
      looking.start();
    },
    async stop() {
      stopping.abort();
      await Promise.all([repeated.stop(), looking.stop(), running]);
    },
  };
}

interface DeliveryOptions extends DeliveryDeps {
  readonly pollMs: number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly onOutcome: (outcome: DeliveryOutcome) => void;
  readonly log: Log;
}

/** Longer than any attempt takes; after it another process may try. */
const LEASE_MS = 60_000;
const AT_ONCE = 4;
const TOKEN_BYTES = 12;

/** This process's workers on the outbox that all processes share. */
export function createAlertDelivery(options: DeliveryOptions): OutboxWorkers {
  const { alerts, clock, log, onOutcome, faults, pollMs } = options;
  return createOutboxWorkers({
    pollMs,
    atOnce: AT_ONCE,
    async take() {
      const token = Buffer.from(options.randomBytes(TOKEN_BYTES)).toString('hex');
      faults.at('take', 'before');
      const lease = await alerts.take(token, clock(), LEASE_MS);
      if (lease !== null) faults.at('take', 'after');
      return lease;
    },
    async work(lease) {
      try {
        onOutcome(await deliver(options, lease));
      } catch (err) {
        // Its lease runs out, and it is tried again.
        log.error({ err, alert: lease.alert.id }, 'an alert was not delivered');
      }
    },
    onError: (err) => log.warn({ err }, 'the outbox of alerts is unreachable; retrying'),
  });
}
