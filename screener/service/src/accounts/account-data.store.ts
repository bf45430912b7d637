import type { KeyRecord } from './access.store.ts';

/** What is stored about an account, by kind, in plain values: no hash and no secret. */
export type AccountData = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** What the owner of an account does with it. Every write is one transaction. */
export interface AccountDataStore {
  /**
   * Issues a key to its account, which is the current one from now on; those that were current end at `earlierEndsAt`.
   * False if `most` keys of the account work already.
   */
  issueKey(key: KeyRecord, earlierEndsAt: number, most: number): Promise<boolean>;
  /** Makes a living key of the account the current one, and the one that was ends at `othersEndAt`; false if there is none. */
  keepKey(account: string, label: string, now: number, othersEndAt: number): Promise<boolean>;
  /** Ends a living key of the account at once; false if there is none. */
  endKey(account: string, label: string, now: number): Promise<boolean>;
  read(account: string): Promise<AccountData>;
  /** Removes everything that is stored about the account; of its payments the amounts stay, without a name. */
  erase(account: string): Promise<void>;
}
