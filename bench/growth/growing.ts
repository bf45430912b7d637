/** A store that a bench makes larger, and what it measures at each size. */
export interface GrowingStore {
  readonly what: string;
  /** Adds the rows numbered `from` (inclusive) to `to` (exclusive). */
  readonly grow: (from: number, to: number) => Promise<void>;
  /** On the disk. */
  readonly bytes: () => Promise<number>;
  readonly operations: (size: number) => readonly Operation[];
}

/** `run` gets the number of the sample, so that samples differ. */
export type Operation = readonly [name: string, run: (sample: number) => Promise<unknown>];
