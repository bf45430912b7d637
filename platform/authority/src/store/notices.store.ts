import type { NoticeState, NoticeType } from '@platform/core/objects/notice';

/**
 * `first`: the route's first approvers are asked, as soon as the grant is held. `half`: at half of its time they are
 * reminded, and the next ones asked.
 */
export type RoundName = 'first' | 'half';

/** When somebody is to be asked about a held grant. All instants are milliseconds since the epoch. */
export interface NoticeRound {
  readonly grant_id: string;
  /** Its place in the mandate. */
  readonly route: number;
  readonly round: RoundName;
  readonly due_at: number;
}

export interface NewNotice {
  /** `ntc_…`: the same in every attempt. */
  readonly id: string;
  readonly grant_id: string;
  readonly person: string;
  readonly type: NoticeType;
  /** Until then the person can approve. */
  readonly until: number;
  readonly entered_at: number;
}

export interface StoredNotice extends NewNotice {
  readonly state: NoticeState;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly problem: string | null;
  /** When it is tried next, unless it has ended. */
  readonly free_at: number;
  readonly ended_at: number | null;
}

/** A notice that this process holds until its lease runs out. */
export interface NoticeLease {
  readonly token: string;
  /** `attempts` includes this one. */
  readonly notice: StoredNotice;
}

interface NoticeEnd {
  readonly state: Exclude<NoticeState, 'waiting'>;
  readonly at: number;
  readonly problem: string | null;
  /** Of an address that wants nothing more. */
  readonly refusedBy?: string;
}

/** The outbox of notices to approvers. The rounds are entered with the grant (`Unit.requestNotices`). */
export interface NoticeStore {
  /** Oldest first. */
  dueRounds(now: number, limit: number): Promise<readonly NoticeRound[]>;
  /**
   * Ends a round and enters what it leads to, in one transaction; nothing if another process was faster. INVARIANT: a
   * person gets one notice of each type about a grant, whatever routes name them.
   */
  endRound(round: NoticeRound, notices: readonly NewNotice[]): Promise<void>;
  noticesOf(grantId: string): Promise<readonly StoredNotice[]>;
  notice(id: string): Promise<StoredNotice | null>;
  /** Newest first; null for all states. */
  notices(state: NoticeState | null, limit: number): Promise<readonly StoredNotice[]>;
  /** What is due, fresh ones first, and nothing for these people. */
  take(token: string, now: number, leaseMs: number, except: readonly string[]): Promise<NoticeLease | null>;
  /** These two end a lease, and do nothing where it was lost. */
  postpone(lease: NoticeLease, until: number, problem: string): Promise<void>;
  end(lease: NoticeLease, end: NoticeEnd): Promise<void>;
  /** Whether that address said that it wants nothing more. */
  hasRefused(addressId: string): Promise<boolean>;
  /** Puts a notice that was given up back; false if there is no such. */
  sendAgain(id: string, now: number): Promise<boolean>;
  /** Forgets what ended before that, but not which addresses want nothing more. */
  forget(before: number): Promise<void>;
}
