/** The reason for reading the primary instead. */
export type ReplicaTrouble = 'unreachable' | 'behind' | 'older_schema' | 'another_database';

export interface ReplicaState {
  /** Null while the process reads the replica. */
  readonly trouble: ReplicaTrouble | null;
  /** The lag of the server that was last looked at. */
  readonly lagMs: number;
}

/** What a process that reads from a replica reports about it. */
export interface ReplicaReads {
  state(): ReplicaState;
  /** The number of reads since the start, by where the answer came from. */
  reads(): { readonly replica: number; readonly primary: number };
}
