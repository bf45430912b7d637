import { fail, ok, type Result } from '@common/base/result';
import { type AnswerOf, list, object } from '@screener/engine/schema-parts';
import { Type } from 'typebox';
import type { BulkStore } from './bulk.store.ts';
import { BulkResult } from './bulk-result.ts';
import { BulkView, viewOf } from './submit-bulk.ts';

export const BulkAnswer = Type.Union(
  [
    object({ ...BulkView.properties, status: Type.Literal('pending', { description: 'Poll again' }) }),
    object({
      ...BulkView.properties,
      status: Type.Literal('complete', { description: 'Every symbol has its result' }),
      results: list(BulkResult, 'One for each symbol, in request order'),
    }),
  ],
  { description: 'The job, and its results once it is complete' },
);
export type BulkAnswer = AnswerOf<typeof BulkAnswer>;

const JOB_ID = /^blk_[0-9a-f]{24}$/;

/**
 * Returns a job of this owner. Another owner's job, an invalid id and a job that never existed get the same
 * refusal.
 */
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
  const { results } = job;
  return ok(
    results === null
      ? { ...viewOf(job), status: 'pending' }
      : { ...viewOf(job), status: 'complete', results },
  );
}
