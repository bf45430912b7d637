/** What one process did while it was watched: see `recorder.ts`. */
export interface ProcessRecord {
  /** By method and path, without ids; bytes are everything on the wire, heads included. */
  readonly served: Readonly<Record<string, ServedRequests>>;
  /** By method, host and path, in order of first use. */
  readonly called: Readonly<Record<string, number>>;
  /** By algorithm. */
  readonly signed: Readonly<Record<string, number>>;
  readonly verified: Readonly<Record<string, number>>;
  readonly hashed: Amount;
  /** HMACs with SHA-256. */
  readonly authenticated: Amount;
  readonly commits: number;
  /** Statements that write, and the bytes of their parameters. */
  readonly written: Amount;
}

interface ServedRequests {
  readonly count: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
}

export interface Amount {
  readonly count: number;
  readonly bytes: number;
}

/** Where a watched process writes its record on SIGUSR2: `<folder>/<pid>.json`. */
export const RECORD_FOLDER = 'BENCH_RECORD_FOLDER';
