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
  /** Sessions that began before are over. */
  readonly sessionsValidFrom: number;
}

/** An account and one of its keys, which may have ended. */
export interface AccountKey {
  readonly account: Account;
  readonly key: KeyListed;
}

/**
 * What keys open besides the API. Several accounts may have one address: nobody proves an address when signing up, so
 * only a sign-up that brings an earlier key joins that key's account.
 */
export interface AccountStore {
  /** The account of this id, or those of this address; oldest first, at most `limit`. */
  named(idOrEmail: string, limit: number): Promise<readonly Account[]>;
  /** The key whose hash begins so, living or not; null for none, and where it is not the only one. */
  keyByPrefix(prefix: string): Promise<AccountKey | null>;
  /** The account's newest key, a living one before an ended one. */
  newestKeyOf(account: string, now: number): Promise<AccountKey | null>;
  /** Newest first. */
  keysOfAccount(account: string): Promise<readonly KeyListed[]>;
  /** The accounts of an address that have a password, oldest first, at most `limit`. */
  passwordsOf(email: string, limit: number): Promise<readonly { account: string; password: string }[]>;
  passwordOf(account: string): Promise<string | null>;
  /** Sets the password and ends every session that began before `at`. */
  setPassword(account: string, password: string, at: number): Promise<void>;
  /** Ends one session; `isEnded` then says so until it would have expired. */
  endSession(session: string, expiresAt: number, now: number): Promise<void>;
  isEnded(session: string): Promise<boolean>;
}
