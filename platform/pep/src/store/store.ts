import type { GrantDecision, Standing } from '@platform/core/decide/decide';
import type { SignedEnforcement } from '@platform/core/objects/event';
import type { Action, ExecuteRequest, RedeemResponse, SignedRedemption } from '@platform/core/objects/grant';
import type { FacadeSpec } from '@platform/core/objects/plugin';
import type { SettledState } from '@platform/core/objects/settled';
import type { Doubt, SignedSettlement } from '@platform/core/objects/settlement';
import type { SeenProfiles } from '@platform/keys/keep-profile-version';

/**
 * How far a grant's execution has come. INVARIANT: each state but the last is on disk before the next step begins,
 * which tells a restart what may have happened: nothing before `sent`; in `sent`, the effect may or may not have
 * happened. What turns out not to have left goes from `sent` back to `redeemed`. Most intents enter the log as `sent`;
 * as `presented` only where the authority's answer to the redemption was lost. A redeemed grant without an intent
 * never left, unless the log itself lost its newest entries (`adopt-redemptions.ts`).
 */
const INTENT_STATES = ['presented', 'redeemed', 'sent', 'acknowledged', 'refused', 'recorded'] as const;
export type IntentState = (typeof INTENT_STATES)[number];

/** A grant that was presented. */
export interface Intent {
  readonly grantId: string;
  readonly operation: 'execute' | 'fetch';
  readonly state: IntentState;
  readonly request: ExecuteRequest;
  /** The gateway's token, passed on to the authority, which verifies it. */
  readonly presentation: string | null;
  /** The signed redemption. A restart sends exactly the same one. */
  readonly redemption: SignedRedemption;
  /** Set from `redeemed` or `sent` on; null if the authority has not shown it here yet. Its lease is long over. */
  readonly redeemed: RedeemResponse | null;
  /**
   * Set from `acknowledged` or `refused` on. INVARIANT: signed at the moment of the decision, because the key
   * may be replaced before the authority records it.
   */
  readonly ending: SignedEnforcement | null;
  /** Set from `recorded` on; null if the authority gave none. */
  readonly receiptId: string | null;
  /** The number of attempts that got no answer. */
  readonly attempts: number;
  /** The last call; null before the first. */
  readonly sending: Sending | null;
  /** What was done to learn what became of the call; null before it had to be asked. */
  readonly asking: Asking | null;
  /** Whether what the action takes from the mandate's limits is reserved. INVARIANT: nothing is sent before. */
  readonly isReserved: boolean;
}

/** What a counterparty accepted and settles later. */
export interface Settling {
  /** Until when it is asked, in milliseconds since the epoch. */
  readonly until: number;
  readonly attempts: number;
  /** What the authority knows of it; null while it is submitted. */
  readonly state: SettledState | null;
}

/** A call to the counterparty. Instants are milliseconds since the epoch. */
export interface Sending {
  /** When it was recorded that the call may leave, before its first byte. */
  readonly at: number;
  /** The last instant, by the counterparty's clock, at which it may accept the call: its token expires then. */
  readonly acceptedUntil: number;
  /** The lease under which it may begin; without one it does not, unless an older version recorded the call. */
  readonly lease?: { readonly askedAt: number; readonly ms: number };
  /** The kid of the counterparty that may have got it; absent where an older version recorded the call. */
  readonly to?: string;
}

interface Asking {
  /** Since when the counterparty is asked, in milliseconds since the epoch. */
  readonly since: number;
  /** Whether the authority knows that only a person can decide. Then nobody is asked. */
  readonly inDoubt: boolean;
  /** What the authority is told, or was, until something is sent or asked again. */
  readonly doubt?: OpenDoubt;
}

/** INVARIANT: on disk before it is reported, because the principal's settlement names its hash. */
export interface OpenDoubt {
  readonly doubt: Doubt;
  readonly hash: string;
  /** The newest settlement of this doubt that was seen here. */
  readonly seen?: SignedSettlement;
}

/** The fields that a step adds. */
export interface IntentChange {
  readonly state: IntentState;
  readonly redeemed?: RedeemResponse;
  readonly sending?: Sending;
  readonly asking?: Asking;
  readonly ending?: SignedEnforcement;
  readonly receiptId?: string | null;
  /** When to ask first what became of it, where accepting is not all. */
  readonly settlement?: { readonly due: number; readonly settling: Settling };
}

/** An action about to be performed, to be decided in view of what was performed before. */
export interface ReservationRequest {
  readonly action: Action;
  /** Null for a facade that the plugin does not have. */
  readonly facade: FacadeSpec | null;
  readonly counters: readonly string[];
  /** The day in UTC on which the counters count. */
  readonly period: string;
  readonly redeemed: RedeemResponse;
  readonly sending: Sending;
  /** Hashes of the directories' entries that it was decided by. */
  readonly entryHashes: readonly string[];
  /** Whether a person approved it, so that it counts for these entries from now on. */
  readonly isApproved: boolean;
  /** Returns null to refuse. May be called again, and must have no other effect. */
  readonly decide: (standing: Standing) => Pick<GrantDecision, 'reservations' | 'uses'> | null;
}

/** `lost`: another worker has the intent. */
export type ReservationOutcome = 'reserved' | 'refused' | 'lost';

/** A worker's exclusive hold on an intent until `untilMs`, in milliseconds since the epoch. */
export interface Lease {
  readonly owner: string;
  readonly untilMs: number;
}

/** Where a step finds its intent: in the log, held by `owner`, or not there yet, to be entered under a lease. */
export type Hold =
  | { readonly kind: 'held'; readonly owner: string }
  | { readonly kind: 'new'; readonly lease: Lease; readonly nowMs: number };

export interface SpentFilter {
  readonly sinceMs: number;
  /** The grant id after which to start, exclusive; empty for the start. */
  readonly after: string;
  readonly limit: number;
}

/** The write-ahead log of executions. Every write but `recorded` is on disk when it returns. */
export interface IntentStore {
  /** What the ids of all redemptions begin with that are asked for with this log: `fresh`, if it has none yet. */
  redemptionPrefix(fresh: string): Promise<string>;
  /** Adds an intent in its state, under a lease. Returns false if its grant is in the log. */
  create(intent: Intent, lease: Lease, nowMs: number): Promise<boolean>;
  find(grantId: string): Promise<Intent | null>;
  /** Leases an unfinished intent that no worker holds; null if there is none. */
  acquire(grantId: string, lease: Lease, nowMs: number): Promise<Intent | null>;
  /** Returns false if the lease was lost. */
  renew(grantId: string, lease: Lease): Promise<boolean>;
  /** Releases the intent, to be resumed at `dueMs`. */
  release(grantId: string, owner: string, dueMs: number, attempts: number): Promise<void>;
  /**
   * Moves an intent from one state to the next. Returns false and changes nothing if the lease was lost, or
   * the state is not `from`.
   */
  advance(grantId: string, owner: string, from: IntentState, change: IntentChange): Promise<boolean>;
  /**
   * Moves an intent to `sent`, or enters it so, if the actions executed here before allow it, and reserves what it
   * takes in the same transaction. A later step to `refused`, or back to `redeemed`, gives that back.
   */
  reserve(intent: Intent, hold: Hold, request: ReservationRequest): Promise<ReservationOutcome>;
  /**
   * Notes that the authority has recorded how a grant ended. Written with the next reservation, or soon: until then a
   * restart reports it once more, which changes nothing.
   */
  recorded(grantId: string, receiptId: string | null): void;
  /** Writes what was noted. */
  settle(): Promise<void>;
  /** Stores the gateway's newer token, for a redemption that is still to be made. */
  representWith(grantId: string, owner: string, presentation: string | null): Promise<void>;
  /** Deletes an intent whose grant was not redeemed, so that it may be presented again. */
  drop(grantId: string, owner: string): Promise<void>;
  /** Unfinished intents that are due and that no worker holds, longest waiting first. */
  due(nowMs: number, limit: number): Promise<readonly string[]>;
  countUnfinished(): Promise<number>;
  /** Recorded intents whose counterparty is to be asked now what became of them, longest waiting first. */
  dueSettlements(nowMs: number, limit: number): Promise<readonly string[]>;
  /** Keeps other processes from asking until then; null if one of them asks, or nobody has to. */
  claimSettlement(grantId: string, nowMs: number, untilMs: number): Promise<Settling | null>;
  /** Stores what was found, and when to ask again (null: never), unless the claim was lost. */
  keepSettlement(
    grantId: string,
    claimedUntilMs: number,
    found: { readonly due: number | null; readonly settling: Settling },
  ): Promise<void>;
  /**
   * When the oldest unfinished intent was presented that does not wait for its principal’s decision, in milliseconds
   * since the epoch; null if there is none.
   */
  oldestUnfinished(): Promise<number | null>;
  /** Spent intents that are unfinished, or were presented since then, by grant id. */
  spent(filter: SpentFilter): Promise<readonly Intent[]>;

  /**
   * Runs one transaction on the profiles ever trusted here. `work` may run again, and has no other effect.
   */
  onProfiles<Value>(work: (profiles: SeenProfiles) => Promise<Value>): Promise<Value>;
}
