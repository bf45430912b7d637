import { ok } from '@common/base/result';
import type { Choice } from '../accounts/choice.store.ts';
import type { AlertFaults } from '../store/faults.store.ts';
import type { FundTurn } from '../store/told.store.ts';
import { type ScreenAnswer, type ScreenDeps, screenTicker } from '../use-cases/screen-ticker.ts';
import { wasReached } from '../use-cases/unreached.ts';
import type { WatchedTicker, WatchlistStore } from '../watchlist/watchlist.store.ts';
import type { AlertStore } from './alerts.store.ts';
import { fundStateOf, isFundTurn } from './fund-turn.ts';

export interface WatchRoundDeps extends ScreenDeps {
  readonly watchlist: Pick<WatchlistStore, 'watchedTickers'>;
  readonly alerts: Pick<AlertStore, 'fundState' | 'saveFundState'>;
  readonly faults: AlertFaults;
}

/** How many tickers are read from the store at once. */
const PAGE = 200;

/**
 * Screens every watched ticker as of now by the editions that those who watch it follow, so that a flip is found without
 * a request. Changes of companies are kept in the history, and their alerts are entered with them; a fund is compared
 * with its last round. Returns how many tickers were screened.
 */
export async function screenWatched(
  deps: WatchRoundDeps,
  signal: AbortSignal,
  onFailure: (error: unknown, symbol: string) => void,
): Promise<number> {
  let screened = 0;
  let after: string | null = null;
  for (;;) {
    const tickers: readonly WatchedTicker[] = await deps.watchlist.watchedTickers(after, PAGE);
    for (const { symbol, choices } of tickers) {
      if (signal.aborted) return screened;
      try {
        deps.faults.at('screen', 'before');
        for (const rules of new Set(choices.map((choice) => choice.rules))) {
          const screened = await screenTicker(deps, { symbol, asOf: null, rules });
          if (!screened.ok || screened.value.type !== 'fund') continue;
          for (const choice of choices.filter((one) => one.rules === rules)) {
            await compareFund(deps, screened.value, choice);
          }
        }
        deps.faults.at('screen', 'after');
        screened += 1;
      } catch (error) {
        onFailure(error, symbol);
      }
    }
    after = tickers.at(-1)?.symbol ?? null;
    if (after === null || tickers.length < PAGE) return screened;
  }
}

/** Compares a fund with its last round by one choice, and tells those who follow that what is different. */
async function compareFund(deps: WatchRoundDeps, answer: ScreenAnswer, choice: Choice): Promise<void> {
  const { symbol, name, rules, etf_look_through: fund } = answer;
  const { methodologies } = choice;
  const own =
    methodologies === null
      ? ok(answer)
      : await screenTicker(deps, { symbol, asOf: null, rules, chosen: methodologies });
  // A source that is away for a moment is no turn of the fund.
  if (!own.ok || !wasReached(own.value)) return;
  const key = { symbol, rules, methodologies };
  const before = await deps.alerts.fundState(key);
  const after = fundStateOf(own.value, methodologies);
  const source_url = fund?.report?.source_url ?? null;
  const turn: FundTurn | null =
    before !== null && isFundTurn(before, after)
      ? { symbol, name, rules, methodologies, before, after, source_url }
      : null;
  if (before !== null && turn === null && before.stale?.since === after.stale?.since) return;
  // Shares that creep are compared with the last that was told.
  const kept = before === null || turn !== null ? after : { ...before, stale: after.stale };
  deps.faults.at('enter', 'before');
  await deps.alerts.saveFundState(key, kept, turn, deps.clock());
  deps.faults.at('enter', 'after');
}
