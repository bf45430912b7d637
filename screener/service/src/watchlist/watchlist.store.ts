/** The tickers that accounts watch, in the SEC's spelling. */
export interface WatchlistStore {
  /** `full`: the account watches `most` tickers already. `known`: it watches this one. */
  add(account: string, symbol: string, most: number, now: number): Promise<'added' | 'known' | 'full'>;
  /** Nothing happens where it is not watched. */
  remove(account: string, symbol: string): Promise<void>;
  /** In the order of the alphabet. */
  symbolsOf(account: string): Promise<readonly string[]>;
  /** Every ticker that anybody watches, once, in the order of the alphabet, starting after `after`. */
  watchedSymbols(after: string | null, limit: number): Promise<readonly string[]>;
}
