import type { GrantDecision, Standing } from '@platform/core/decide/decide';
import type { SignedEnforcement } from '@platform/core/objects/event';
import type { ExecuteRequest, RedeemResponse, SignedRedemption } from '@platform/core/objects/grant';
import type { SeenProfiles } from '@platform/keys/keep-profile-version';

/**
 * How far a grant's execution has come. INVARIANT: each state is on disk before the next step begins, so that a
 * restart knows what may have happened: before `sent` nothing did; in `sent` the effect may or may not have happened.
 */
const INTENT_STATES = ['presented', 'redeemed', 'sent', 'acknowledged', 'refused', 'recorded'] as const;
export type IntentState = (typeof INTENT_STATES)[number];

/** A grant that was presented. */
export interface Intent {
  readonly grantId: string;
  readonly operation: 'execute' | 'fetch';
  readonly state: IntentState;
  readonly request: ExecuteRequest;
  /** The gateway's token, passed on to the authority, which judges it. */
  readonly presentation: string | null;
  /** A restart sends exactly the same one. */
  readonly redemption: SignedRedemption;
  /** From `redeemed` or `sent` on; null if `refused` followed an earlier state. */
  readonly redeemed: RedeemResponse | null;
  /**
   * From `acknowledged` or `refused` on. INVARIANT: signed when it was decided: the key may be replaced before the
   * authority records it.
   */
  readonly ending: SignedEnforcement | null;
  /** From `recorded` on; null if the authority gave none. */
  readonly receiptId: string | null;
  /** Attempts that got no answer. */
  readonly attempts: number;
}

/** Fields that a step adds. */
export interface IntentChange {
  readonly state: IntentState;
  readonly redeemed?: RedeemResponse;
  readonly ending?: SignedEnforcement;
  readonly receiptId?: string | null;
}

/** An action about to be done, to be decided on what was done before. */
export interface ReservationRequest {
  readonly mandateId: string;
  readonly tenant: string;
  readonly idempotencyKey: string;
  /** At most one grant of the tenant has this idempotency key's effect. */
  readonly isUnique: boolean;
  readonly counters: readonly string[];
  /** The day, in UTC. */
  readonly period: string;
  readonly redeemed: RedeemResponse;
  /** Null refuses. May be asked again, and has no effect outside. */
  readonly decide: (standing: Standing) => Pick<GrantDecision, 'reservations' | 'uses'> | null;
}

/** `lost`: another worker took the intent over. */
export type ReservationOutcome = 'reserved' | 'refused' | 'lost';

/** Whose turn it is: nobody else works on the intent until `untilMs`. Milliseconds since the epoch. */
export interface Lease {
  readonly owner: string;
  readonly untilMs: number;
}

export interface SpentFilter {
  readonly sinceMs: number;
  /** A grant id, exclusive; empty for the start. */
  readonly after: string;
  readonly limit: number;
}

/** The write-ahead log of executions. Every write is on disk when it returns. */
export interface IntentStore {
  /** Adds a new intent under a lease; false if the grant was presented before. */
  create(intent: Intent, lease: Lease, nowMs: number): Promise<boolean>;
  find(grantId: string): Promise<Intent | null>;
  /** Takes an unfinished intent that nobody is working on; null if there is none. */
  acquire(grantId: string, lease: Lease, nowMs: number): Promise<Intent | null>;
  /** False if the lease was lost. */
  renew(grantId: string, lease: Lease): Promise<boolean>;
  /** Releases the intent, to be resumed at `dueMs`. */
  release(grantId: string, owner: string, dueMs: number, attempts: number): Promise<void>;
  /** From one state to the next. False if the lease was lost, or the state is not `from`: then nothing changed. */
  advance(grantId: string, owner: string, from: IntentState, change: IntentChange): Promise<boolean>;
  /**
   * From `from` to `sent`, if what was executed here before lets it, with what it takes reserved in the same transaction.
   * A step to `refused` gives that back.
   */
  reserve(
    grantId: string,
    owner: string,
    from: IntentState,
    request: ReservationRequest,
  ): Promise<ReservationOutcome>;
  /** The gateway's newer token, for a redemption still to be made. */
  representWith(grantId: string, owner: string, presentation: string | null): Promise<void>;
  /** Forgets an intent whose grant was not redeemed: it may be presented again. */
  drop(grantId: string, owner: string): Promise<void>;
  /** Unfinished intents that are due and that nobody is working on, the longest waiting first. */
  due(nowMs: number, limit: number): Promise<readonly string[]>;
  countUnfinished(): Promise<number>;
  /** When the oldest of them was presented, in milliseconds since the epoch; null if there is none. */
  oldestUnfinished(): Promise<number | null>;
  /** Spent ones that are unfinished, or were presented since then, by grant id. */
  spent(filter: SpentFilter): Promise<readonly Intent[]>;

  /** One transaction on the profiles ever trusted here; `work` may run again, and has no other effect. */
  onProfiles<Value>(work: (profiles: SeenProfiles) => Promise<Value>): Promise<Value>;
}
