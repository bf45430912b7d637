/** How far a witness has followed the log, as it says. */
export interface WitnessProgress {
  /** Name and id of its key. */
  readonly witness: string;
  /** Of the last checkpoint that it signed, as far as is known here: where the next proof begins. */
  readonly size: number;
  /** The largest size that it has named. Larger than the log: the log has lost entries. */
  readonly claimed: number;
}

export interface WitnessMemory {
  /** In no order. */
  readonly progress: (origin: string) => Promise<readonly WitnessProgress[]>;
  readonly keepProgress: (origin: string, progress: WitnessProgress) => Promise<void>;
}
