import type { BulkResult } from './bulk-result.ts';

/** A job as it is submitted. */
export interface BulkSubmission {
  readonly jobId: string;
  /** The key that may see the job. */
  readonly owner: string;
  /** The account whose limit and turns count: all keys of one owner and tier, as for the allowance. */
  readonly account: string;
  /** The symbols in request order; duplicates are allowed. */
  readonly symbols: readonly string[];
  /** `requestHash` identifies the list of symbols. */
  readonly idempotency: { readonly key: string; readonly requestHash: string } | null;
}

export interface BulkProgress {
  readonly jobId: string;
  readonly total: number;
  /**
   * The number of symbols with a result, counted from their rows. INVARIANT: a result is never taken back, so
   * this never falls.
   */
  readonly done: number;
}

interface BulkJob extends BulkProgress {
  /** The results in request order; null until all are available. */
  readonly results: readonly BulkResult[] | null;
}

export type Submitted =
  | { readonly kind: 'accepted' | 'known'; readonly progress: BulkProgress }
  /** The idempotency key was used for another list of symbols. */
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'too_many' };

/** One symbol, held by one worker. */
export interface BulkLease {
  /** Identifies this lease of the row, and no other. */
  readonly token: string;
  readonly jobId: string;
  readonly position: number;
  readonly symbol: string;
  /** Leases that ended without an outcome from their worker, plus this one. */
  readonly leases: number;
  /** How often the symbol was postponed because the facts were unavailable. */
  readonly retries: number;
}

/** How a symbol is put back without a result: when it may be taken again, and what that used up. */
export interface PutBack {
  readonly waitMs: number;
  readonly spends: 'lease' | 'retry' | 'nothing';
}

/**
 * Jobs of many symbols, with one row for each symbol. Several processes take rows at once; leases use the
 * database's clock. Every write is one transaction.
 */
export interface BulkStore {
  /**
   * Enters a job, unless its idempotency key is known or its account has `mostPending` incomplete jobs. Submissions of
   * one account are processed one after the other.
   */
  submit(submission: BulkSubmission, mostPending: number): Promise<Submitted>;
  /** Returns a job; null if this owner has no such job. */
  read(jobId: string, owner: string): Promise<BulkJob | null>;

  /** Whether `take` would find a row. */
  hasDue(): Promise<boolean>;
  /**
   * Takes the next row that nobody holds. Accounts take turns, and each account's symbols keep their order.
   * INVARIANT: at most one worker holds a row until its lease ends.
   */
  take(token: string, leaseMs: number): Promise<BulkLease | null>;
  /** Renews the leases that have not been lost, so that they last `leaseMs` from now. */
  renew(tokens: readonly string[], leaseMs: number): Promise<void>;
  /** Stores the result; if the lease was lost, stores nothing and returns false. */
  finish(lease: BulkLease, result: BulkResult): Promise<boolean>;
  /** Puts a symbol back without a result; returns false if the lease was lost. */
  putBack(lease: BulkLease, how: PutBack): Promise<boolean>;

  /** Counts the symbols without a result. */
  queueDepth(): Promise<number>;
  /** Removes at most `most` jobs older than `ageMs`, and returns how many it removed. */
  removeOlderThan(ageMs: number, most: number): Promise<number>;
}
