import type { CalendarDate } from '@common/base/calendar';

/** How far the SEC's daily index of filings has been read. */
export interface IndexState {
  /** The days read without a gap, both included; null before the first run. */
  readonly days: { readonly first: CalendarDate; readonly last: CalendarDate } | null;
  /** The number of companies that filed and have not been fetched since. */
  readonly due: number;
  /** When the last run ended, in milliseconds since the epoch; null before the first. */
  readonly runAt: number | null;
  /** Why the last run did not finish; null if it did. */
  readonly message: string | null;
}

export interface IndexStore {
  state(): Promise<IndexState>;
  /**
   * Takes the lease; returns false while another process holds it. A lease that runs out is free, because its
   * process has died.
   */
  begin(token: string, leaseMs: number): Promise<boolean>;
  /** Extends the lease; returns false if it was lost. */
  renew(token: string, leaseMs: number): Promise<boolean>;
  /** Ends the lease and records the outcome. */
  end(token: string, run: { readonly at: number; readonly message: string | null }): Promise<void>;
  /** Restarts the coverage on this day; nothing is known about the days before. */
  startAt(day: CalendarDate): Promise<void>;
  /** Records a day, and those of its filers that the store holds or has requested, in one transaction. */
  addDay(day: CalendarDate, ciks: ReadonlySet<string>): Promise<void>;
  /** Lists companies to fetch, in the order of their CIKs, starting after `after`. */
  due(after: string | null, limit: number): Promise<readonly string[]>;
  done(cik: string): Promise<void>;
  isDue(cik: string): Promise<boolean>;
}
