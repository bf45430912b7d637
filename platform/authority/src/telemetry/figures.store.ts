/** What waits, and since when. All instants are milliseconds since the epoch; null if nothing waits. */
export interface Backlog {
  readonly count: number;
  readonly since: number | null;
}

/** Figures of the books, cheap enough to be read every few seconds. */
export interface FigureStore {
  /** Receipts that are requested and not made. */
  receipts(): Promise<Backlog>;
  /** Notices to approvers that are neither delivered nor given up. */
  notices(): Promise<Backlog>;
  /** Notices that were given up. */
  noticesGivenUp(): Promise<number>;
  /** Grants by status, of those that are not over. */
  openGrants(): Promise<Readonly<Record<'pending' | 'active', number>>>;
}
