import { fail, ok, type Result } from '@common/base/result';
import type { ScreeningChanges } from '@screener/engine/history/changes';
import type { DatedScreening } from '@screener/engine/history/dated-screening';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { ScreenerStore } from '../store/store.ts';

export interface HistorySnapshot extends DatedScreening {
  readonly origin: 'backfill' | 'live';
  readonly changes: ScreeningChanges | null;
}

export interface HistoryAnswer {
  readonly symbol: string;
  readonly rules: RuleSetId;
  /** Newest first. */
  readonly snapshots: readonly HistorySnapshot[];
}

/** The dated screenings of a ticker, newest first, each with what changed since the one before. */
export async function readHistory(
  store: Pick<ScreenerStore, 'findListing' | 'screenings' | 'funds'>,
  symbol: string,
  rules: RuleSetId,
  limit: number,
): Promise<Result<HistoryAnswer, 'ticker_not_found'>> {
  const listing = await store.findListing(symbol);
  // Funds have no history: it is empty, not unknown.
  if (listing === null && (await store.funds.findFund(symbol)) === null)
    return fail('ticker_not_found', `${symbol} is not in the SEC’s list of tickers.`);
  const kept = await store.screenings(symbol, rules, limit);
  return ok({
    symbol,
    rules,
    snapshots: kept.map(({ screening, origin, changes }) => ({ ...screening, origin, changes })),
  });
}
