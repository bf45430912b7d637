import type { KeyTier } from './tiers.ts';

/** Where somebody came from: first-touch context, collected by the client. Only a hint. */
export interface Attribution {
  readonly utm_source: string | null;
  readonly utm_medium: string | null;
  readonly utm_campaign: string | null;
  readonly utm_content: string | null;
  readonly landing_page: string | null;
  readonly referrer: string | null;
}

/** An issued key. The key itself is never stored. */
export interface KeyRecord {
  /** Keyed hash of the key, 64 lowercase hex digits. */
  readonly hash: string;
  /** The part that may be shown: `snd_live_Ab3d...`. */
  readonly label: string;
  readonly email: string;
  /** The account that the key opens: one of its own, or that of the earlier key that its sign-up came with. */
  readonly account: string;
  readonly tier: KeyTier;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** A key that is accepted now. */
export interface LivingKey extends KeyRecord {
  /** When it ends, because another key of its address is the current one; null for a current key. */
  readonly endsAt: number | null;
}

export interface KeyListed extends LivingKey {
  readonly endedAt: number | null;
}

/** What a sign-up does to the earlier free keys of its address. */
interface Succession {
  /** The current one ends then. */
  readonly earlierEndsAt: number;
  /** Hash of a key that ends at once: the one that the sign-up came with. */
  readonly endNow: string | null;
}

export interface SignUpRecord {
  readonly email: string;
  readonly useCase: string;
  readonly attribution: Attribution | null;
  readonly at: number;
}

export interface WaitlistRecord extends SignUpRecord {
  readonly interest: string;
}

/** API keys, sign-ups and the waiting list. Every write is one transaction. */
export interface AccessStore {
  /** The key with this hash, unless it has ended by `now`. */
  livingKey(hash: string, now: number): Promise<LivingKey | null>;
  /**
   * Stores a sign-up and issues its key, which is the current one from now on. The details of the first sign-up stay.
   * INVARIANT: at most one current free key per address; partner keys are not touched.
   */
  signUp(record: SignUpRecord, key: KeyRecord, succession: Succession): Promise<void>;
  /**
   * Makes a living free key the current one; the free key that was current ends at `othersEndAt`, and others when they
   * would have. Null if it has ended; a partner key stays as it is. INVARIANT: no other key ends at once.
   */
  keepKey(hash: string, now: number, othersEndAt: number): Promise<LivingKey | null>;
  issueKey(key: KeyRecord): Promise<void>;
  /** Ends a current key by its label; false if there is none. */
  endKey(label: string, at: number): Promise<boolean>;
  /** Whether there is any current key. */
  hasKeys(): Promise<boolean>;
  /** Newest first. */
  keysOf(email: string): Promise<readonly KeyListed[]>;
  /** One entry per address: the first details stay, the interest is the newest. */
  joinWaitlist(record: WaitlistRecord): Promise<void>;
}
