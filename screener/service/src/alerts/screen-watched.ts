import type { AlertFaults } from '../store/faults.store.ts';
import { type ScreenDeps, screenTicker } from '../use-cases/screen-ticker.ts';
import type { WatchlistStore } from '../watchlist/watchlist.store.ts';

export interface WatchRoundDeps extends ScreenDeps {
  readonly watchlist: Pick<WatchlistStore, 'watchedSymbols'>;
  readonly faults: AlertFaults;
}

/** How many tickers are read from the store at once. */
const PAGE = 200;

/**
 * Screens every watched ticker as of now, so that a flip is found without a request. Changes are kept in the
 * history, and their alerts are entered with them. Returns how many tickers were screened.
 */
export async function screenWatched(
  deps: WatchRoundDeps,
  signal: AbortSignal,
  onFailure: (error: unknown, symbol: string) => void,
): Promise<number> {
  let screened = 0;
  let after: string | null = null;
  for (;;) {
    const symbols: readonly string[] = await deps.watchlist.watchedSymbols(after, PAGE);
    for (const symbol of symbols) {
      if (signal.aborted) return screened;
      try {
        deps.faults.at('screen', 'before');
        await screenTicker(deps, { symbol, asOf: null, rules: 'current' });
        deps.faults.at('screen', 'after');
        screened += 1;
      } catch (error) {
        onFailure(error, symbol);
      }
    }
    after = symbols.at(-1) ?? null;
    if (after === null || symbols.length < PAGE) return screened;
  }
}
