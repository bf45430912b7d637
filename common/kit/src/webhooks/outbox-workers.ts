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
  /** How long a worker holds a lease. */
  readonly leaseMs: number;
  /** Takes a lease on the delivery that has waited longest; null if nothing is due. */
  readonly take: () => Promise<Lease | null>;
  /** If it throws, its lease expires, and another try follows. */
  readonly work: (lease: Lease) => Promise<void>;
  /** The job whose runs read the outbox. They also fail if `work` failed. */
  readonly job: Job;
  /** Logs that `work` threw. */
  readonly onError: (error: unknown, lease: Lease) => void;
}

/** For how many leases failed work counts as failed: until its next try. */
const FAILED_LEASES = 1.5;

/** Starts one process's workers on an outbox that all processes share. A slow delivery delays only itself. */
export function createOutboxWorkers<Lease>(options: OutboxOptions<Lease>): OutboxWorkers {
  const { pollMs, atOnce, leaseMs, take, work, job, onError } = options;
  const busy = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let failedUntil = 0;
  const lookAll = async (failed: () => void): Promise<void> => {
    // Meanwhile nothing is due, but the looks must not report that all is well.
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
    // If all workers are busy, it asks nothing, which must not count as a good run.
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
