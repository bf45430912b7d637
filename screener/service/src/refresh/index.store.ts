import type { CalendarDate } from '@common/base/calendar';

/** How far the SEC's daily index of filings has been read. */
export interface IndexState {
  /** The days read without a gap, both included; null before the first run. */
  readonly days: { readonly first: CalendarDate; readonly last: CalendarDate } | null;
  /** Companies that filed and have not been asked for since. */
  readonly due: number;
  /** When the last run ended, in milliseconds since the epoch. */
  readonly runAt: number | null;
  /** Why it did not finish; null if it did. */
  readonly message: string | null;
}

export interface IndexStore {
  state(): Promise<IndexState>;
  /** False while another process holds the lease. A lease that runs out is free: its process has died. */
  begin(token: string, leaseMs: number): Promise<boolean>;
  /** False if the lease was lost. */
  renew(token: string, leaseMs: number): Promise<boolean>;
  /** Ends the lease, and records the outcome. */
  end(token: string, run: { readonly at: number; readonly message: string | null }): Promise<void>;
  /** Starts the coverage anew: days before this one are not known. */
  startAt(day: CalendarDate): Promise<void>;
  /** Records a day, with those of its filers that the store holds or has asked for, in one transaction. */
  addDay(day: CalendarDate, ciks: ReadonlySet<string>): Promise<void>;
  /** Companies to ask for, in the order of their CIKs, starting after `after`. */
  due(after: string | null, limit: number): Promise<readonly string[]>;
  done(cik: string): Promise<void>;
  isDue(cik: string): Promise<boolean>;
}
