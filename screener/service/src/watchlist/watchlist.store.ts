import type { Choice } from '../accounts/choice.store.ts';

export interface WatchedTicker {
  readonly symbol: string;
  readonly choices: readonly Choice[];
}

/** The tickers that accounts watch, in the SEC's spelling. */
export interface WatchlistStore {
  /** Adds a ticker. `full`: the account watches `most` tickers already. `known`: it watches this one. */
  add(account: string, symbol: string, most: number, now: number): Promise<'added' | 'known' | 'full'>;
  /** Removes a ticker; does nothing if it is not watched. */
  remove(account: string, symbol: string): Promise<void>;
  /** Lists the account's tickers in alphabetical order. */
  symbolsOf(account: string): Promise<readonly string[]>;
  /**
   * Lists every ticker that any account watches, once, in alphabetical order, starting after `after`, with what those
   * who watch it follow, each choice once.
   */
  watchedTickers(after: string | null, limit: number): Promise<readonly WatchedTicker[]>;
}
