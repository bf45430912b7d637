import type { Tier } from './tiers.ts';

/** `none` for callers whose key is not valid. */
export type UsageTier = Tier | 'none';

/** What became of a ticker that someone asked for. */
export type TickerOutcome = 'screened' | 'not_screenable' | 'not_found';

/** Calls of one kind on one day. */
export interface CallCount {
  /** YYYY-MM-DD, in UTC, as all days here. */
  readonly day: string;
  /** At the time of the call. */
  readonly tier: UsageTier;
  /** Null for callers without an account. */
  readonly account: string | null;
  /** As the OpenAPI document names it; for a page, its route. */
  readonly operation: string;
  /** HTTP status. */
  readonly status: number;
  readonly calls: number;
}

export interface TickerCount {
  readonly day: string;
  readonly outcome: TickerOutcome;
  readonly ticker: string;
  readonly calls: number;
}

export interface UsageBatch {
  readonly calls: readonly CallCount[];
  readonly tickers: readonly TickerCount[];
  /** Accounts with a successful screening, and when. */
  readonly screened: readonly { readonly account: string; readonly at: number }[];
  /** Days before this one are removed; null removes none. */
  readonly keepFrom: string | null;
}

/** Days, both included. */
export interface Period {
  readonly from: string;
  readonly through: string;
}

export interface UsageStore {
  /** Adds counts to those stored, in one transaction; several processes add up. */
  add(batch: UsageBatch): Promise<void>;
  /** Tickers that are counted by name on a day. */
  tickersOf(day: string, outcome: TickerOutcome): Promise<readonly string[]>;
  /** Calls of one account by day, tier and status, oldest first. */
  callsOfAccount(
    account: string,
    period: Period,
  ): Promise<readonly Pick<CallCount, 'day' | 'tier' | 'status' | 'calls'>[]>;
  /** Calls of everybody by tier, operation and status. */
  callsOfAll(period: Period): Promise<readonly Pick<CallCount, 'tier' | 'operation' | 'status' | 'calls'>[]>;
  /** The most wanted first. */
  topTickers(
    outcome: TickerOutcome,
    period: Period,
    most: number,
  ): Promise<readonly Pick<TickerCount, 'ticker' | 'calls'>[]>;
}
