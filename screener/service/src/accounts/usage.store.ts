import type { Tier } from './tiers.ts';

/** `none` is the tier of callers whose key is not valid. */
export type UsageTier = Tier | 'none';

/** The outcome of a request for a ticker. */
export type TickerOutcome = 'screened' | 'not_screenable' | 'not_found';

/** Calls of one kind on one day. */
export interface CallCount {
  /** YYYY-MM-DD, in UTC, like all days here. */
  readonly day: string;
  /** The caller's tier at the time of the call. */
  readonly tier: UsageTier;
  /** The caller's account; null for callers without one. */
  readonly account: string | null;
  /** The name in the OpenAPI document; for a page, its route. */
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
  /** Accounts that had something screened, and when. */
  readonly screened: readonly { readonly account: string; readonly at: number }[];
  /** Days before this one are removed; null removes none. */
  readonly keepFrom: string | null;
}

/** The days from `from` to `through`, both included. */
export interface Period {
  readonly from: string;
  readonly through: string;
}

export interface UsageStore {
  /** Adds counts to those stored, in one transaction. The counts of several processes add up. */
  add(batch: UsageBatch): Promise<void>;
  /** Returns the tickers that are counted by name on a day. */
  tickersOf(day: string, outcome: TickerOutcome): Promise<readonly string[]>;
  /** Calls of one account by day, tier and status, oldest first. */
  callsOfAccount(
    account: string,
    period: Period,
  ): Promise<readonly Pick<CallCount, 'day' | 'tier' | 'status' | 'calls'>[]>;
  /** Calls of all callers by tier, operation and status. */
  callsOfAll(period: Period): Promise<readonly Pick<CallCount, 'tier' | 'operation' | 'status' | 'calls'>[]>;
  /** The tickers with this outcome, the most requested first. */
  topTickers(
    outcome: TickerOutcome,
    period: Period,
    most: number,
  ): Promise<readonly Pick<TickerCount, 'ticker' | 'calls'>[]>;
}
