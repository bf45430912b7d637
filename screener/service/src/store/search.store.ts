/** A ticker as it can be found. */
export interface FindableTicker {
  /** In the SEC's spelling (BRK-B). */
  readonly symbol: string;
  /** Null for a class of a fund whose reports are not stored: the SEC's list does not name it. */
  readonly name: string | null;
  readonly exchange: string | null;
  readonly type: 'company' | 'fund';
  readonly cik: string;
  /** Whether there are facts to screen it from: a company's reports, or a fund's holdings. */
  readonly facts_at_hand: boolean;
}

/** A ticker with what ranks it. */
export interface RankedTicker extends FindableTicker {
  /** The newest market capitalisation that its listing gives; null where it gives none. */
  readonly marketCap: number | null;
}

export interface SearchStore {
  /** Every ticker once, companies first. */
  findableTickers(): Promise<readonly RankedTicker[]>;
}
