import type { KeyListed, KeyRecord, SignUpRecord } from './access.store.ts';
import type { KeyTier } from './tiers.ts';

export interface Account {
  /** `acc_` and 24 hex digits. */
  readonly id: string;
  readonly email: string;
  readonly tier: KeyTier;
  readonly hasPassword: boolean;
  /** Whether the account has proved that it reads the mail of its address. */
  readonly isProven: boolean;
  /** Milliseconds since the epoch, like all instants here. */
  readonly createdAt: number;
  /** Sessions that began before this instant are over. */
  readonly sessionsValidFrom: number;
}

/** An account and one of its keys, which may have ended. */
export interface AccountKey {
  readonly account: Account;
  readonly key: KeyListed;
}

/**
 * Accounts, their passwords and the sessions that were ended. Several accounts may have one address, because a sign-up
 * proves nothing; at most one of them has proved it.
 */
export interface AccountStore {
  /** Returns the account with this id, or those with this address, oldest first, at most `limit`. */
  named(idOrEmail: string, limit: number): Promise<readonly Account[]>;
  /** Returns the key whose hash begins with `prefix`, living or ended; null if none or several do. */
  keyByPrefix(prefix: string): Promise<AccountKey | null>;
  /** Returns the account's newest living key, or else its newest ended one. */
  newestKeyOf(account: string, now: number): Promise<AccountKey | null>;
  /** Lists the account's keys, newest first. */
  keysOfAccount(account: string): Promise<readonly KeyListed[]>;
  /** Lists the accounts of an address that have a password, the proven one first, then the oldest, at most `limit`. */
  passwordsOf(email: string, limit: number): Promise<readonly { account: string; password: string }[]>;
  passwordOf(account: string): Promise<string | null>;
  /**
   * Opens an account with a password, and a key that nobody knows and that has ended. Returns false if `most` accounts
   * of the address have a password already: no further one could sign in with its own.
   */
  open(record: SignUpRecord, key: KeyRecord, password: string, most: number): Promise<boolean>;
  /**
   * Sets the password and ends every session that began before `at`. Returns false, and sets nothing, where it is the
   * account's first and `most` of the address have one, unless the account has proved the address.
   */
  setPassword(account: string, password: string, at: number, most: number): Promise<boolean>;
  /** Ends one session. From then on `isEnded` returns true for it, until it would have expired. */
  endSession(session: string, expiresAt: number, now: number): Promise<void>;
  isEnded(session: string): Promise<boolean>;
}
