import type { NoticeContent, NoticeState, NoticeType } from '@platform/core/objects/notice';

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

/** Something that sinks are told of, entered in the transaction in which it happens (`Unit.enterNoticeEvents`). */
export interface NoticeEvent {
  readonly type: NoticeType;
  /** Names what happened among all of its type. INVARIANT: a sink gets one notice of it, however often it is entered. */
  readonly about: string;
  /** Whom it concerns; null for all. */
  readonly tenants: readonly string[] | null;
  /** Null if `about` is a grant, which says everything. */
  readonly content: NoticeContent | null;
  readonly entered_at: number;
}

export interface NewNotice {
  /** `ntc_…`, the same in every attempt. */
  readonly id: string;
  /** A grant's id, or what else names the event. */
  readonly about: string;
  /** A person's name, `SINK` and a sink's, or `AGENT` and a mandate's id. */
  readonly recipient: string;
  readonly type: NoticeType;
  readonly content: NoticeContent | null;
  /** The end of the time in which the person can approve, or somebody is told. */
  readonly until: number;
  readonly entered_at: number;
  /** Whether the recipient gets only so many in a time. False for a program, which needs each. */
  readonly isBounded: boolean;
}

export interface StoredNotice extends Omit<NewNotice, 'isBounded'> {
  readonly state: NoticeState;
  readonly attempts: number;
  /** Why the last attempt failed, or why the notice ended undelivered. */
  readonly problem: string | null;
  /** When the next attempt may start, unless the notice has ended. */
  readonly free_at: number;
  readonly ended_at: number | null;
  /** Of `notices.left_out`: how many it stands for. */
  readonly left_out: number;
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

/** A redeemed grant of which nobody has reported how it ended. */
export interface OpenRedemption {
  readonly grant_id: string;
  readonly tenant: string;
  readonly redeemed_at: string;
}

/** Begins a recipient that is a sink: no person's name has a colon. */
export const SINK = 'sink:';
/** Begins a recipient that is a mandate's agent. */
export const AGENT = 'agent:';

/** The outbox of notices. Rounds and events are entered with what they are about (`Unit`). */
export interface NoticeStore {
  /** The rounds that are due, oldest first. */
  dueRounds(now: number, limit: number): Promise<readonly NoticeRound[]>;
  /**
   * Ends a round and enters its notices in one transaction; does nothing if another process was faster.
   * INVARIANT: a person gets one notice of each type about a grant, however many routes name them; of a doubt, one
   * for each time that it is declared.
   */
  endRound(round: NoticeRound, notices: readonly NewNotice[]): Promise<void>;
  /** The events for which no notices were entered yet, oldest first. */
  events(limit: number): Promise<readonly NoticeEvent[]>;
  enterEvents(events: readonly NoticeEvent[]): Promise<void>;
  /** Like `endRound`, for events, with the notices of each. */
  endEvents(told: ReadonlyMap<NoticeEvent, readonly NewNotice[]>): Promise<void>;
  /** Enters a notice that is about nothing else; false if one like it was entered since then. */
  enterTest(notice: NewNotice, since: number): Promise<boolean>;
  /** Those until then, after that one, the oldest first. */
  openRedemptions(
    after: Pick<OpenRedemption, 'redeemed_at' | 'grant_id'>,
    until: string,
    limit: number,
  ): Promise<readonly OpenRedemption[]>;
  /** What people were told about a grant. */
  noticesOf(grantId: string): Promise<readonly StoredNotice[]>;
  notice(id: string): Promise<StoredNotice | null>;
  /** Notices in that state, or in any if it is null, newest first; only those to sinks if so asked. */
  notices(
    state: NoticeState | null,
    limit: number,
    only?: { readonly sinks: true },
  ): Promise<readonly StoredNotice[]>;
  /** Leases a notice that is due, fresh ones first, but none for the recipients in `except`. */
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
