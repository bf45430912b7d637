/** What waits, and since when, in milliseconds since the epoch; null if nothing waits. */
interface Backlog {
  readonly count: number;
  readonly since: number | null;
}

/** Figures of the store, cheap enough to be read every few seconds. */
export interface FigureStore {
  /** When the oldest bulk job with symbols without a result was submitted; null if there is none. */
  oldestBulkJob(): Promise<number | null>;
  /** Alerts that are due and not delivered. */
  alerts(now: number): Promise<Backlog>;
}
