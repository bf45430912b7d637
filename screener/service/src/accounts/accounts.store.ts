import type { KeyListed } from './access.store.ts';
import type { KeyTier } from './tiers.ts';

export interface Account {
  /** `acc_` and 24 hex digits. */
  readonly id: string;
  readonly email: string;
  readonly tier: KeyTier;
  readonly hasPassword: boolean;
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
 * Accounts, their passwords and the sessions that were ended. Several accounts may have one address: sign-ups
 * do not verify it, so only a sign-up sent with an earlier key joins that key's account.
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
  /** Lists the accounts of an address that have a password, oldest first, at most `limit`. */
  passwordsOf(email: string, limit: number): Promise<readonly { account: string; password: string }[]>;
  passwordOf(account: string): Promise<string | null>;
  /** Sets the password and ends every session that began before `at`. */
  setPassword(account: string, password: string, at: number): Promise<void>;
  /** Ends one session. From then on `isEnded` returns true for it, until it would have expired. */
  endSession(session: string, expiresAt: number, now: number): Promise<void>;
  isEnded(session: string): Promise<boolean>;
}
