import type { Job } from '../jobs.ts';

export interface OutboxWorkers {
  start(): void;
  /** Waits for the deliveries in progress. */
  stop(): Promise<void>;
}

interface OutboxOptions<Lease> {
  /** How often to look unprompted. */
  readonly pollMs: number;
  /** How many deliveries may be in progress. */
  readonly atOnce: number;
  /** How long what is taken is held. */
  readonly leaseMs: number;
  /** Takes what has waited longest under a lease; null if nothing is due. */
  readonly take: () => Promise<Lease | null>;
  /** Where it throws, its lease runs out, and it is tried again. */
  readonly work: (lease: Lease) => Promise<void>;
  /** Its runs read the outbox. They also fail where `work` did. */
  readonly job: Job;
  /** Says in the log that `work` threw. */
  readonly onError: (error: unknown, lease: Lease) => void;
}

/** How many leases long work counts as failed: until it has been tried again. */
const FAILED_LEASES = 1.5;

/** One process's workers on an outbox that all processes share. A slow delivery holds up only itself. */
export function createOutboxWorkers<Lease>(options: OutboxOptions<Lease>): OutboxWorkers {
  const { pollMs, atOnce, leaseMs, take, work, job, onError } = options;
  const busy = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let failedUntil = 0;
  const lookAll = async (failed: () => void): Promise<void> => {
    // Meanwhile nothing is due, and the looks must not say that all is well.
    if (performance.now() < failedUntil) failed();
    while (!isStopping && busy.size < atOnce) {
      const lease = await take();
      if (lease === null) return;
      const working = work(lease)
        .catch((error: unknown) => {
          failedUntil = performance.now() + FAILED_LEASES * leaseMs;
          onError(error, lease);
        })
        .finally(() => {
          busy.delete(working);
          look();
        });
      busy.add(working);
    }
  };
  const look = (): void => {
    // With all hands busy it would ask nothing, and must not count as a good run.
    if (isStopping || busy.size >= atOnce) return;
    looking ??= job.run(lookAll).then(() => {
      looking = undefined;
    });
  };
  return {
    start() {
      look();
      timer ??= setInterval(look, pollMs).unref();
    },
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await looking;
      await Promise.all(busy);
    },
  };
}
