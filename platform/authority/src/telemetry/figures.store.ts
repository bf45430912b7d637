/** How many items wait, and since when: milliseconds since the epoch, null if none waits. */
export interface Backlog {
  readonly count: number;
  readonly since: number | null;
}

/** Figures of the database, cheap enough to read every few seconds. */
export interface FigureStore {
  /** Receipts that are requested but not made yet. */
  receipts(): Promise<Backlog>;
  /** Notices that are neither delivered nor given up. */
  notices(): Promise<Backlog>;
  /** Notices that were given up. */
  noticesGivenUp(): Promise<number>;
  /** Redeemed grants of which nobody knows whether they were carried out, since they were declared so. */
  doubts(): Promise<Backlog>;
  /** Grants that are not over, by status. */
  openGrants(): Promise<Readonly<Record<'pending' | 'active', number>>>;
}
