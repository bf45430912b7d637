import type { Engine } from './url.ts';

/** A database as it was at one instant, while others continue to write. */
export interface Snapshot {
  readonly engine: Engine;
  /** Names of the migrations that it had, sorted. */
  readonly migrations: readonly string[];
  /** Writes a new file that others cannot read: a SQLite database, or rows for `restoreRows`. */
  copyTo(file: string): Promise<void>;
  close(): Promise<void>;
}

/** A database whose writers wait. */
export interface LockedDatabase {
  /** Takes a snapshot of this moment. */
  snapshot(): Promise<Snapshot>;
  /** Releases the writers. Safe to call twice. */
  unlock(): Promise<void>;
}
