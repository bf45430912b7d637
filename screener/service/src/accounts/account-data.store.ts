import type { KeyRecord } from './access.store.ts';

/** The data stored about an account, by kind, in plain values without hashes or secrets. */
export type AccountData = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** What the owner of an account can do with it. Every write is one transaction. */
export interface AccountDataStore {
  /**
   * Issues a key to its account, which becomes the current one; keys that were current end at
   * `earlierEndsAt`. Returns false if `most` keys of the account work already.
   */
  issueKey(key: KeyRecord, earlierEndsAt: number, most: number): Promise<boolean>;
  /**
   * Makes a living key of the account the current one; keys that were current end at `othersEndAt`. Returns
   * false if there is no such key.
   */
  keepKey(account: string, label: string, now: number, othersEndAt: number): Promise<boolean>;
  /** Ends a living key of the account at once; returns false if there is no such key. */
  endKey(account: string, label: string, now: number): Promise<boolean>;
  read(account: string): Promise<AccountData>;
  /** Removes everything stored about the account. Its payments stay, without account and address. */
  erase(account: string): Promise<void>;
}
