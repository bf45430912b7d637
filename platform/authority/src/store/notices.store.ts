import type { NoticeState, NoticeType } from '@platform/core/objects/notice';

/**
 * `first`: the route's first approvers are asked as soon as the grant is held. `half`: after half of its time
 * they are reminded, and the next ones are asked. `in_doubt` belongs to no route: the mandate's principal is told
 * that only they can decide what became of a redeemed grant.
 */
export type RoundName = 'first' | 'half' | 'in_doubt';

/** When people are to be asked about a grant. All instants are milliseconds since the epoch. */
export interface NoticeRound {
  readonly grant_id: string;
  /** The route's index in the mandate; 0 for a grant in doubt. */
  readonly route: number;
  readonly round: RoundName;
  readonly due_at: number;
}

export interface NewNotice {
  /** `ntc_…`, the same in every attempt. */
  readonly id: string;
  readonly grant_id: string;
  readonly person: string;
  readonly type: NoticeType;
  /** The end of the time in which the person can approve, or is told of a doubt. */
  readonly until: number;
  readonly entered_at: number;
}

export interface StoredNotice extends NewNotice {
  readonly state: NoticeState;
  readonly attempts: number;
  /** Why the last attempt failed, or why the notice ended undelivered. */
  readonly problem: string | null;
  /** When the next attempt may start, unless the notice has ended. */
  readonly free_at: number;
  readonly ended_at: number | null;
}

/** A notice that this process holds until its lease runs out. */
export interface NoticeLease {
  readonly token: string;
  /** `attempts` includes the current attempt. */
  readonly notice: StoredNotice;
}

interface NoticeEnd {
  readonly state: Exclude<NoticeState, 'waiting'>;
  readonly at: number;
  readonly problem: string | null;
  /** The id of an address that accepts no more messages. */
  readonly refusedBy?: string;
}

/** The outbox of notices to approvers. The rounds are entered with the grant (`Unit.requestNotices`). */
export interface NoticeStore {
  /** The rounds that are due, oldest first. */
  dueRounds(now: number, limit: number): Promise<readonly NoticeRound[]>;
  /**
   * Ends a round and enters its notices in one transaction; does nothing if another process was faster.
   * INVARIANT: a person gets one notice of each type about a grant, however many routes name them; of a doubt, one
   * for each time that it is declared.
   */
  endRound(round: NoticeRound, notices: readonly NewNotice[]): Promise<void>;
  noticesOf(grantId: string): Promise<readonly StoredNotice[]>;
  notice(id: string): Promise<StoredNotice | null>;
  /** Notices in that state, or in any if it is null, newest first. */
  notices(state: NoticeState | null, limit: number): Promise<readonly StoredNotice[]>;
  /** Leases a notice that is due, fresh ones first, but none for the people in `except`. */
  take(token: string, now: number, leaseMs: number, except: readonly string[]): Promise<NoticeLease | null>;
  /** `postpone` and `end` give up a lease, and do nothing if it was lost. */
  postpone(lease: NoticeLease, until: number, problem: string): Promise<void>;
  end(lease: NoticeLease, end: NoticeEnd): Promise<void>;
  /** Whether that address has answered that it accepts no more messages. */
  hasRefused(addressId: string): Promise<boolean>;
  /** Sends a given-up notice again; false if there is none with that id. */
  sendAgain(id: string, now: number): Promise<boolean>;
  /** Deletes notices that ended before then, but keeps which addresses accept no more messages. */
  forget(before: number): Promise<void>;
}
