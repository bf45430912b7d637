import type { Screening } from '@screener/engine/screening';

/** What became of one symbol of a job: a compact summary, or why there is none. */
export type BulkResult =
  | {
      readonly symbol: string;
      readonly compliance: Screening['compliance'];
      readonly score: number;
      /** Null where nothing bounds it. */
      readonly purification_pct: number | null;
    }
  | { readonly symbol: string; readonly error: { readonly code: string; readonly message: string } };

/** A job as it is submitted. */
export interface BulkSubmission {
  readonly jobId: string;
  /** Who may see it. */
  readonly owner: string;
  /** In the order asked; one may stand there twice. */
  readonly symbols: readonly string[];
  /** `requestHash` tells one list of symbols from another. */
  readonly idempotency: { readonly key: string; readonly requestHash: string } | null;
}

export interface BulkProgress {
  readonly jobId: string;
  readonly total: number;
  /** Counted from the symbols' rows. INVARIANT: a result is never taken back, so this never falls. */
  readonly done: number;
}

interface BulkJob extends BulkProgress {
  /** In the order asked; null until all are there. */
  readonly results: readonly BulkResult[] | null;
}

export type Submitted =
  | { readonly kind: 'accepted' | 'known'; readonly progress: BulkProgress }
  /** The idempotency key stands for another list of symbols. */
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'too_many' };

/** One symbol in one worker's hand. */
export interface BulkLease {
  /** Names this taking of the row, and no other. */
  readonly token: string;
  readonly jobId: string;
  readonly position: number;
  readonly symbol: string;
  /** Takings that ended without a word from the worker, and this one. */
  readonly leases: number;
  /** How often the symbol was put off because the facts could not be had. */
  readonly retries: number;
}

/** How a symbol is given back without a result: when it may be taken again, and what that used up. */
export interface PutBack {
  readonly waitMs: number;
  readonly spends: 'lease' | 'retry' | 'nothing';
}

/**
 * Jobs of many symbols, one row for each. Several processes take rows at once; leases are on the database's clock.
 * Every write is one transaction.
 */
export interface BulkStore {
  /**
   * Enters a job, unless its idempotency key is known or its owner has `mostPending` jobs that are not complete.
   * Submissions of one owner are dealt with one after the other.
   */
  submit(submission: BulkSubmission, mostPending: number): Promise<Submitted>;
  /** Null where there is none of this owner. */
  read(jobId: string, owner: string): Promise<BulkJob | null>;

  /** Whether `take` would find a row. */
  hasDue(): Promise<boolean>;
  /**
   * Takes the next row that nobody holds, owners in turn and each owner's symbols in their order.
   * INVARIANT: a row is in one hand at most until its lease ends.
   */
  take(token: string, leaseMs: number): Promise<BulkLease | null>;
  /** Leases that have not been lost last `leaseMs` from now. */
  renew(tokens: readonly string[], leaseMs: number): Promise<void>;
  /** Enters the result; false, and nothing entered, where the lease was lost. */
  finish(lease: BulkLease, result: BulkResult): Promise<boolean>;
  /** False where the lease was lost. */
  putBack(lease: BulkLease, how: PutBack): Promise<boolean>;

  /** Symbols without a result. */
  queueDepth(): Promise<number>;
  /** Removes jobs that were submitted so long ago, some at a time; returns how many. */
  removeOlderThan(ageMs: number, most: number): Promise<number>;
}
