import type { KeyTier } from './tiers.ts';

/** First-touch attribution, collected by the client. Only a hint. */
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
  /** The account that the key opens: a new one, or that of an earlier key sent with the sign-up. */
  readonly account: string;
  readonly tier: KeyTier;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

interface IssuedRecord extends KeyRecord {
  /** When the key ends because another key of its account is now current; null for a current key. */
  readonly endsAt: number | null;
}

/** A key that is accepted now. */
export interface LivingKey extends IssuedRecord {
  /** Whether its account has proved its address. */
  readonly isProven: boolean;
}

export interface KeyListed extends IssuedRecord {
  readonly endedAt: number | null;
}

/** What a sign-up does to earlier free keys of its account. A new account has none. */
interface Succession {
  /** When the key that was current until now ends. */
  readonly earlierEndsAt: number;
  /** The hash of the key sent with the sign-up, which ends at once; null if none was sent. */
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
  /** Returns the key with this hash; null if there is none or it has ended by `now`. */
  livingKey(hash: string, now: number): Promise<LivingKey | null>;
  /**
   * Stores a sign-up and issues its key, which becomes the current one of its account. Keeps the details of an
   * address's first sign-up. INVARIANT: an account has at most one current free key; partner keys and keys of other
   * accounts are not touched.
   */
  signUp(record: SignUpRecord, key: KeyRecord, succession: Succession): Promise<void>;
  /**
   * Makes a living free key the current one of its account. The free key that was current ends at `othersEndAt`;
   * the ends of other keys stay, and so does a partner key. Returns null if the key has ended. INVARIANT: no other key
   * ends at once.
   */
  keepKey(hash: string, now: number, othersEndAt: number): Promise<LivingKey | null>;
  issueKey(key: KeyRecord): Promise<void>;
  /** Ends the key with this label; returns false if there is none or it was ended before. */
  endKey(label: string, at: number): Promise<boolean>;
  /** Whether there is any key that was not ended. */
  hasKeys(): Promise<boolean>;
  /** Lists the keys of an address, newest first. */
  keysOf(email: string): Promise<readonly KeyListed[]>;
  /** Keeps one entry per address, with the first details and the newest interest. */
  joinWaitlist(record: WaitlistRecord): Promise<void>;
}
