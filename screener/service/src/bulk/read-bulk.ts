import { fail, ok, type Result } from '@common/base/result';
import type { BulkResult, BulkStore } from './bulk.store.ts';
import { type BulkView, viewOf } from './submit-bulk.ts';

export interface BulkAnswer extends BulkView {
  /** In request order; present once the job is complete. */
  readonly results?: readonly BulkResult[];
}

const JOB_ID = /^blk_[0-9a-f]{24}$/;

/** A job of this owner. Another owner's job, an invalid id and a job that never existed get the same refusal. */
export async function readBulk(
  store: Pick<BulkStore, 'read'>,
  jobId: string,
  owner: string,
): Promise<Result<BulkAnswer, 'job_not_found'>> {
  const job = JOB_ID.test(jobId) ? await store.read(jobId, owner) : null;
  if (job === null) {
    return fail(
      'job_not_found',
      'Your key has no job with this id. A job is visible only to the key that submitted it, and is removed after a while.',
    );
  }
  return ok({ ...viewOf(job), ...(job.results === null ? {} : { results: job.results }) });
}
