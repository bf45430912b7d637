/** What a process has done since its start: see `counter.ts`. */
export interface Counts {
  /** Requests that it answered. */
  exchanges: number;
  /** Transactions on SQLite that changed something, and so waited for the disk. */
  commits: number;
  /** Files that it synced to the disk. */
  fileSyncs: number;
  signed: number;
  verified: number;
}

export function nothing(): Counts {
  return { exchanges: 0, commits: 0, fileSyncs: 0, signed: 0, verified: 0 };
}

/** Where a counted process writes its counts on SIGUSR2: `<folder>/<pid>.json`. */
export const COUNTS_FOLDER = 'BENCH_COUNTS_FOLDER';
