import { dateOfInstant } from '@common/base/calendar';
import { ok } from '@common/base/result';
import type { Choice } from '../accounts/choice.store.ts';
import { screenBatch } from '../use-cases/screen-batch.ts';
import type { UnderstoodRequest } from '../use-cases/screen-ticker.ts';
import type { WatchDeps } from './watch-ticker.ts';
import { readUnscreenedRow, readWatchedRow, type UnscreenedRow, type WatchedRow } from './watched-row.ts';

export interface WatchlistDeps extends WatchDeps {
  /** Rows that were read recently, from the same data. */
  readonly rows: RowCache;
}

/** An answer cache of rows; see `http/answer-cache.ts`. */
interface RowCache {
  getNow(key: string): WatchedRow | undefined;
  set(key: string, row: WatchedRow, generation: number): void;
  generation(): Promise<number>;
}

/**
 * The page is sent after this time at the latest. A ticker that is not screened by then shows its last
 * screening.
 */
const LIMIT_MS = 4_000;

/** Reads the watched tickers, in alphabetical order. One that fails does not delay the others. */
export async function readWatchlist(
  deps: WatchlistDeps,
  { account, choice }: { readonly account: string; readonly choice: Choice },
  onFailure: (error: unknown, symbol: string) => void,
): Promise<readonly (WatchedRow | UnscreenedRow)[]> {
  const [symbols, generation] = await Promise.all([
    deps.watchlist.symbolsOf(account),
    deps.rows.generation(),
  ]);
  const results = await screenBatch(
    {
      screen: (request) => readCachedRow(deps, request, generation),
      clock: deps.clock,
      batchLimitMs: LIMIT_MS,
      onFailure,
      chosen: choice.methodologies,
      rules: choice.rules,
    },
    symbols,
  );
  return Promise.all(
    results.map((result, index) => {
      if ('answer' in result) return result.answer;
      return readUnscreenedRow(deps, symbols[index] ?? result.symbol, result.error);
    }),
  );
}

async function readCachedRow(deps: WatchlistDeps, request: UnderstoodRequest, generation: number) {
  // A row without a date is today's, so the key includes the day.
  const { symbol, rules, chosen } = request;
  const key = [symbol, dateOfInstant(deps.clock()), rules, chosen ?? ''].join('|');
  const known = deps.rows.getNow(key);
  if (known !== undefined) return ok(known);
  const read = await readWatchedRow(deps, request);
  if (read.ok && read.value.was_reached) deps.rows.set(key, read.value, generation);
  return read;
}
