import type { CalendarDate } from '@common/base/calendar';
import type { ListingCommit } from '@screener/sources/prices/listing/daily-listing';
import type { DatedPrices } from '@screener/sources/prices/listing/date-listing';
import type { ListingRow } from '@screener/sources/prices/listing/parse-listing';

/** How far the daily listing has been read. */
export interface ListingState extends DatedPrices {
  /** The newest version that was dated; null for closes that came with the snapshot. */
  readonly commit: ListingCommit | null;
  /**
   * The version that the newest one confirms, and its session; null if the newest does not directly follow
   * one.
   */
  readonly before: { readonly commit: ListingCommit; readonly session: CalendarDate } | null;
  /** All versions made up to this instant have been read. Milliseconds since the epoch. */
  readonly readThrough: number;
  /** When the source last answered, in milliseconds since the epoch. */
  readonly checkedAt: number;
  /** The version whose closes are stored; null if none are. */
  readonly stored: string | null;
}

/** The closes of one session. */
export interface ListingCloses {
  readonly session: CalendarDate;
  readonly rows: readonly Pick<ListingRow, 'symbol' | 'close' | 'marketCap'>[];
}

export interface ListingStore {
  state(): Promise<ListingState | null>;
  saveState(state: ListingState): Promise<void>;
  /**
   * Replaces the provisional closes, the confirmed ones unless they are null, and the state, in one
   * transaction.
   */
  saveCloses(state: ListingState, provisional: ListingCloses, confirmed: ListingCloses | null): Promise<void>;
}
