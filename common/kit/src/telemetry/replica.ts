/** Why the primary is read instead. */
export type ReplicaTrouble = 'unreachable' | 'behind' | 'older_schema' | 'another_database';

export interface ReplicaState {
  /** Null while the replica is read. */
  readonly trouble: ReplicaTrouble | null;
  /** Of the server that was looked at last. */
  readonly lagMs: number;
}

/** What a process that reads from a replica tells of it. */
export interface ReplicaReads {
  state(): ReplicaState;
  /** Reads since the start, by where their answer came from. */
  reads(): { readonly replica: number; readonly primary: number };
}
