/** Where somebody came from: first-touch context that a client collected itself. A hint only. */
export interface Attribution {
  readonly utm_source: string | null;
  readonly utm_medium: string | null;
  readonly utm_campaign: string | null;
  readonly utm_content: string | null;
  readonly landing_page: string | null;
  readonly referrer: string | null;
}

/** A key that was issued. The key itself is kept nowhere. */
export interface KeyRecord {
  /** Keyed hash of the key, 64 lowercase hex digits. */
  readonly hash: string;
  /** The part that may be shown: `snd_live_Ab3d...`. */
  readonly label: string;
  readonly email: string;
  readonly tier: 'free' | 'partner';
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

export interface KeyListed extends KeyRecord {
  readonly endedAt: number | null;
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

/** Keys, and the people who asked for one or for news. Every write is one transaction. */
export interface AccessStore {
  /** The key of that hash, unless it was ended. */
  currentKey(hash: string): Promise<KeyRecord | null>;
  /**
   * Remembers a sign-up, ends the current free keys of its address and issues the new one. What somebody told at their
   * first sign-up stays. INVARIANT: at most one current free key for an address; partner keys are left alone.
   */
  signUp(record: SignUpRecord, key: KeyRecord): Promise<void>;
  issueKey(key: KeyRecord): Promise<void>;
  /** Ends a current key by its label; false where there is none. */
  endKey(label: string, at: number): Promise<boolean>;
  /** Whether any key is current. */
  hasKeys(): Promise<boolean>;
  /** Newest first. */
  keysOf(email: string): Promise<readonly KeyListed[]>;
  /** Once for each address: what was told first stays, the interest is the newest. */
  joinWaitlist(record: WaitlistRecord): Promise<void>;
}
