import type { Looks } from './looks.ts';

/** A list of holdings that an account saved. */
export interface SavedPortfolio {
  /** The text as it was pasted. */
  readonly holdings: string;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  /** What the account was shown; null until it has looked. */
  readonly looks: Looks | null;
}

/** One list of holdings for each account. */
export interface SavedPortfolioStore {
  read(account: string): Promise<SavedPortfolio | null>;
  /** Replaces the list; what the account was shown of an earlier list stays, to compare with. */
  save(account: string, holdings: string, now: number): Promise<void>;
  /** Keeps what the account was shown; does nothing without a list. */
  saveLooks(account: string, looks: Looks): Promise<void>;
  remove(account: string): Promise<void>;
}
