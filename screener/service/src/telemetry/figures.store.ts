/**
 * How many items wait, and since when the oldest waits, in milliseconds since the epoch; null if none waits.
 */
interface Backlog {
  readonly count: number;
  readonly since: number | null;
}

/** Figures of the store, cheap enough to be read every few seconds. */
export interface FigureStore {
  /** Returns when the oldest bulk job with symbols without a result was submitted; null if there is none. */
  oldestBulkJob(): Promise<number | null>;
  /** Counts the alerts that are due and not delivered. */
  alerts(now: number): Promise<Backlog>;
}
