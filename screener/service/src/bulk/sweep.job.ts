import { every, type Job, type RepeatedJob } from '@common/kit/jobs';
import type { BulkStore } from './bulk.store.ts';

const SWEEP_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Jobs per statement: at most about 50,000 rows, so that others can write in between. */
const JOBS_AT_ONCE = 100;

/** Removes expired jobs every hour. */
export function createBulkSweep(
  store: Pick<BulkStore, 'removeOlderThan'>,
  retentionDays: number,
  job: Job,
): RepeatedJob {
  return every(SWEEP_EVERY_MS, job, () => sweepBulkJobs(store, retentionDays));
}

export async function sweepBulkJobs(
  store: Pick<BulkStore, 'removeOlderThan'>,
  retentionDays: number,
): Promise<void> {
  while ((await store.removeOlderThan(retentionDays * DAY_MS, JOBS_AT_ONCE)) === JOBS_AT_ONCE);
}
