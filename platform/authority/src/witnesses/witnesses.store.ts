/** How far a witness has followed the log, as it says. */
export interface WitnessProgress {
  /** Name and id of its key. */
  readonly witness: string;
  /** Of the last checkpoint that it signed, as far as is known here: where the next proof begins. */
  readonly size: number;
  /** The largest size that it has named. Larger than the log: the log has lost entries. */
  readonly claimed: number;
}

interface KeptCosignature {
  readonly size: number;
  /** Of the key. */
  readonly name: string;
  readonly keyId: string;
}

export interface WitnessMemory {
  /** In no order. */
  readonly progress: (origin: string) => Promise<readonly WitnessProgress[]>;
  readonly keepProgress: (origin: string, progress: WitnessProgress) => Promise<void>;
  /** The newest cosignatures that are kept, of the largest sizes first. */
  readonly cosigned: (origin: string, limit: number) => Promise<readonly KeptCosignature[]>;
  /** When the first head of more entries was signed, in milliseconds since the epoch; null if there is none. */
  readonly headAfter: (size: number) => Promise<number | null>;
}
