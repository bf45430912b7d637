import { every, type JobWatch } from '@common/kit/jobs';
import { within } from '../timing/time-limit.ts';
import type { BulkLease } from './bulk.store.ts';
import { type BulkEnd, type BulkOutcome, type BulkWorkDeps, endLease, screenLease } from './work-bulk.ts';

export interface BulkWorkersOptions extends BulkWorkDeps {
  /** How many symbols are screened at once; 0 for a process that only serves. */
  readonly workers: number;
  readonly leaseMs: number;
  /** How often idle workers look for symbols that another process entered or left behind. */
  readonly pollMs: number;
  /** Time to finish held symbols when the process stops; the rest are put back. */
  readonly graceMs: number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly onOutcome: (outcome: BulkOutcome) => void;
  readonly jobs: JobWatch;
  /** Called when the queue is unreachable; it will be retried. */
  readonly onError: (error: unknown) => void;
}

interface BulkWorkers {
  start(): void;
  /** Starts idle workers at once, because there is work. */
  nudge(): void;
  /** Stops taking symbols, and puts back those that are not finished within `graceMs`. */
  stop(): Promise<void>;
}

const TOKEN_BYTES = 12;
/** One heartbeat may be missed and the next one late. */
const HEARTBEATS_PER_LEASE = 3;

/** Creates this process's workers on the queue that all processes share. */
export function createBulkWorkers(options: BulkWorkersOptions): BulkWorkers {
  const { store, jobs } = options;
  /**
   * Whether a worker failed since the last look. Workers run only while there is work, so a look must not
   * report success after a failure.
   */
  let hasFailed = false;
  const onError = (error: unknown): void => {
    hasFailed = true;
    options.onError(error);
  };
  const hand = createHand({ ...options, onError });
  const running = new Set<Promise<void>>();
  let state: 'new' | 'working' | 'stopped' = 'new';
  let nudges = 0;

  const takeNext = async () => (state === 'working' ? hand.take() : null);
  const work = async (): Promise<void> => {
    let before = nudges;
    let lease = await takeNext();
    for (;;) {
      if (lease !== null) {
        const end = await screenLease(options, lease);
        before = nudges;
        // Both run together, so that on SQLite they share a commit.
        [lease] = await Promise.all([takeNext(), hand.end(lease, end)]);
      } else if (before !== nudges) {
        // Symbols entered while this worker looked may not have been visible to it.
        before = nudges;
        lease = await takeNext();
      } else return;
    }
  };
  const nudge = (): void => {
    if (state !== 'working') return;
    nudges += 1;
    while (running.size < options.workers) {
      const run: Promise<void> = work()
        .catch(onError)
        .finally(() => running.delete(run));
      running.add(run);
    }
  };
  const beat = every(
    options.leaseMs / HEARTBEATS_PER_LEASE,
    jobs.job('bulk_leases', options.onError),
    hand.renew,
  );
  const look = every(options.pollMs, jobs.job('bulk_queue', options.onError), async (failed) => {
    if (hasFailed) failed();
    hasFailed = false;
    // Looking writes nothing, whereas taking does.
    if (running.size < options.workers && (await store.hasDue())) nudge();
  });
  return {
    nudge,
    start() {
      if (state !== 'new' || options.workers === 0) return;
      state = 'working';
      beat.start();
      look.start();
      nudge();
    },
    async stop() {
      state = 'stopped';
      await look.stop();
      await within(Promise.all(running), options.graceMs);
      await beat.stop();
      await hand.giveBack();
    },
  };
}

/** Keeps the symbols that this process holds. */
function createHand({ store, leaseMs, randomBytes, onOutcome, onError }: BulkWorkersOptions) {
  const leases = new Map<string, BulkLease>();
  return {
    async take(): Promise<BulkLease | null> {
      const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString('hex');
      const lease = await store.take(token, leaseMs);
      if (lease !== null) leases.set(token, lease);
      return lease;
    },
    renew: () => store.renew([...leases.keys()], leaseMs),
    async end(lease: BulkLease, end: BulkEnd): Promise<void> {
      try {
        onOutcome(await endLease({ store }, lease, end));
      } catch (error) {
        // The lease runs out, and the symbol is screened again.
        onError(error);
      } finally {
        leases.delete(lease.token);
      }
    },
    async giveBack(): Promise<void> {
      const putBack = (lease: BulkLease) => store.putBack(lease, { waitMs: 0, spends: 'nothing' });
      await Promise.all([...leases.values()].map(putBack)).catch(onError);
    },
  };
}
