/** How far a witness has followed the log, by its own account. */
export interface WitnessProgress {
  /** The name and id of the witness's key. */
  readonly witness: string;
  /** The size of the last checkpoint that it is known to have signed, where the next proof begins. */
  readonly size: number;
  /** The largest size that it has claimed. If that exceeds the log's size, the log has lost entries. */
  readonly claimed: number;
}

interface KeptCosignature {
  readonly size: number;
  /** The name of the witness's key. */
  readonly name: string;
  readonly keyId: string;
}

export interface WitnessMemory {
  /** The progress of every witness, in no particular order. */
  readonly progress: (origin: string) => Promise<readonly WitnessProgress[]>;
  readonly keepProgress: (origin: string, progress: WitnessProgress) => Promise<void>;
  /** The newest stored cosignatures, largest sizes first. */
  readonly cosigned: (origin: string, limit: number) => Promise<readonly KeptCosignature[]>;
  /** When the first head larger than `size` was signed, in milliseconds since the epoch; null without one. */
  readonly headAfter: (size: number) => Promise<number | null>;
}
