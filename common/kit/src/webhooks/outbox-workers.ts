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
  /** Takes what has waited longest under a lease; null if nothing is due. */
  readonly take: () => Promise<Lease | null>;
  /** Handles its own failures: a lease that nobody ends runs out. */
  readonly work: (lease: Lease) => Promise<void>;
  /** Its runs read the outbox. */
  readonly job: Job;
  /** `work` threw all the same. */
  readonly onError: (error: unknown) => void;
}

/** One process's workers on an outbox that all processes share. A slow delivery holds up only itself. */
export function createOutboxWorkers<Lease>(options: OutboxOptions<Lease>): OutboxWorkers {
  const { pollMs, atOnce, take, work, job, onError } = options;
  const busy = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  const lookAll = async (): Promise<void> => {
    while (!isStopping && busy.size < atOnce) {
      const lease = await take();
      if (lease === null) return;
      const working = work(lease)
        .catch(onError)
        .finally(() => {
          busy.delete(working);
          look();
        });
      busy.add(working);
    }
  };
  const look = (): void => {
    if (isStopping) return;
    looking ??= job.run(lookAll).finally(() => {
      looking = undefined;
    });
  };
  return {
    start() {
      look();
      timer = setInterval(look, pollMs);
      timer.unref();
    },
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await looking;
      await Promise.all(busy);
    },
  };
}
