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

/** API keys, sign-ups and the waiting list. Every write is one transaction. */
export interface AccessStore {
  /** The key with this hash, unless it was ended. */
  currentKey(hash: string): Promise<KeyRecord | null>;
  /**
   * Stores a sign-up, ends the current free keys of its address and issues the new one. The details of the first
   * sign-up stay. INVARIANT: at most one current free key per address; partner keys are not touched.
   */
  signUp(record: SignUpRecord, key: KeyRecord): Promise<void>;
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
