import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '@common/base/result';
import { type AnswerOf, choice, object, text } from '@screener/engine/schema-parts';
import { Type } from 'typebox';
import type { BulkProgress, BulkStore } from './bulk.store.ts';

/** What the routes of bulk jobs need from the queue. */
export interface BulkDeps {
  readonly store: BulkStore;
  /** The most incomplete jobs that all keys of one owner and tier may have at once. */
  readonly mostPending: number;
  /** Wakes the workers of this process because there is work. */
  readonly nudge: () => void;
}

export interface SubmitBulkDeps extends BulkDeps {
  readonly randomBytes: (size: number) => Uint8Array;
}

interface BulkRequest {
  /** The key that may see the job. */
  readonly owner: string;
  /** The account whose incomplete jobs count together. */
  readonly account: string;
  readonly symbols: readonly string[];
  readonly idempotencyKey: string | null;
}

export const MOST_SYMBOLS = 500;

/** A job as its owner sees it: interface document, 2.4. */
export const BulkView = object(
  {
    job_id: Type.String({ pattern: '^blk_[0-9a-f]{24}$', description: 'Id of the job' }),
    status: choice(['pending', 'complete'], 'complete: every symbol has its result'),
    total: Type.Integer({ minimum: 1, maximum: MOST_SYMBOLS, description: 'Symbols in the job' }),
    done: Type.Integer({
      minimum: 0,
      maximum: MOST_SYMBOLS,
      description: 'Symbols that have their result; never decreases',
    }),
    poll: text('Poll this URL for progress and results'),
  },
  { description: 'A job that runs in the background' },
);
export type BulkView = AnswerOf<typeof BulkView>;

const JOB_ID_BYTES = 12;

/**
 * Enters a job and returns it at once. With a known idempotency key, the same symbols return the existing
 * job, whatever its progress.
 */
export async function submitBulk(
  { store, mostPending, nudge, randomBytes }: SubmitBulkDeps,
  { owner, account, symbols, idempotencyKey }: BulkRequest,
): Promise<Result<BulkView, 'idempotency_key_reused' | 'too_many_jobs'>> {
  const jobId = `blk_${Buffer.from(randomBytes(JOB_ID_BYTES)).toString('hex')}`;
  const idempotency = idempotencyKey === null ? null : { key: idempotencyKey, requestHash: hashOf(symbols) };
  const submitted = await store.submit({ jobId, owner, account, symbols, idempotency }, mostPending);
  switch (submitted.kind) {
    case 'key_reused':
      return fail(
        'idempotency_key_reused',
        'This Idempotency-Key was used for a job with other symbols. Use a new key for a new job.',
      );
    case 'too_many':
      return fail(
        'too_many_jobs',
        `You already have ${mostPending} incomplete jobs, which is the limit. Submit this one when one of them is complete.`,
      );
    case 'accepted':
      nudge();
      return ok(viewOf(submitted.progress));
    case 'known':
      return ok(viewOf(submitted.progress));
  }
}

export function viewOf({ jobId, total, done }: BulkProgress): BulkView {
  const status = done === total ? 'complete' : 'pending';
  return { job_id: jobId, status, total, done, poll: `/v1/bulk/${jobId}` };
}

function hashOf(symbols: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(symbols)).digest('hex');
}
