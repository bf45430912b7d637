/** The newest checkpoint of one log that was cosigned here. */
export interface CosignedCheckpoint {
  readonly size: number;
  /** Lowercase hex. */
  readonly root: string;
  /** The note as it is shown: the log’s own signature lines, and ours. */
  readonly note: string;
}

/** What `decide` returns: the checkpoint to keep, or null to leave the stored one unchanged. */
export interface Decision<Answer> {
  readonly keep: CosignedCheckpoint | null;
  readonly answer: Answer;
}

export interface WitnessStore {
  /** Null before the log’s first checkpoint. */
  readonly cosigned: (origin: string) => Promise<CosignedCheckpoint | null>;
  /**
   * Compares and stores in one transaction, so no other decision about this log comes between the two.
   * Resolves once the kept checkpoint is on the disk. `decide` may run more than once.
   */
  readonly advance: <Answer>(
    origin: string,
    decide: (stored: CosignedCheckpoint | null) => Decision<Answer>,
  ) => Promise<Answer>;
  /** Throws if the database does not answer. */
  readonly ping: () => Promise<void>;
}

/** Where a crash test may end the process: around the commit of a cosigned checkpoint. */
export const FAULT_POINTS = ['cosigned'] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];
