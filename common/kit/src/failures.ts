/** What a service cannot help: its database, its disk or another service fails. */
export type FailureCode =
  | 'database_unavailable'
  | 'database_busy'
  | 'database_timeout'
  | 'database_damaged'
  | 'disk_full'
  | 'storage_read_only'
  | 'storage_failed'
  | 'peer_unavailable';

interface FailureWords {
  readonly status: 500 | 503;
  /** What a caller should wait; null if waiting does not help. */
  readonly retryAfterS: number | null;
  /** `error` if it lasts until a person acts. */
  readonly level: 'warn' | 'error';
  /** The cause, for callers. It names no file and no address. */
  readonly message: string;
}

/** How long until a failure that passes by itself may have passed. */
const SOON_S = 5;
/** The same, if a person must act first. The service then goes on without a restart. */
const LATER_S = 30;

/** The one table of such failures: what a caller is told on every route, and what the log says. */
export const FAILURES: Readonly<Record<FailureCode, FailureWords>> = {
  database_unavailable: {
    status: 503,
    retryAfterS: SOON_S,
    level: 'warn',
    message: 'The database of this service cannot be reached. Try again in a few seconds.',
  },
  database_busy: {
    status: 503,
    retryAfterS: SOON_S,
    level: 'warn',
    message: 'The database of this service is locked by other work. Try again in a few seconds.',
  },
  database_timeout: {
    status: 503,
    retryAfterS: SOON_S,
    level: 'warn',
    message: 'The database of this service took too long to answer. Try again in a few seconds.',
  },
  database_damaged: {
    status: 500,
    retryAfterS: null,
    level: 'error',
    message:
      'The database of this service is damaged, and waiting does not mend it: its operator must restore a backup.',
  },
  disk_full: {
    status: 503,
    retryAfterS: LATER_S,
    level: 'error',
    message: 'The disk of this service is full: nothing can be stored until its operator makes room.',
  },
  storage_read_only: {
    status: 503,
    retryAfterS: LATER_S,
    level: 'error',
    message: 'The storage of this service takes no writes until its operator makes it writable.',
  },
  storage_failed: {
    status: 503,
    retryAfterS: LATER_S,
    level: 'error',
    message: 'The storage of this service cannot be read or written: its operator must look at the disk.',
  },
  peer_unavailable: {
    status: 503,
    retryAfterS: SOON_S,
    level: 'warn',
    message: 'Another service that this one needs cannot be reached. Try again in a few seconds.',
  },
};

/**
 * SQLite's primary result codes, the low byte of its extended ones: BUSY, LOCKED, READONLY, IOERR, CORRUPT,
 * FULL, CANTOPEN, NOTADB.
 */
const OF_SQLITE: ReadonlyMap<number, FailureCode> = new Map([
  [5, 'database_busy'],
  [6, 'database_busy'],
  [8, 'storage_read_only'],
  [10, 'storage_failed'],
  [11, 'database_damaged'],
  [13, 'disk_full'],
  [14, 'storage_failed'],
  [26, 'database_damaged'],
]);
/** IOERR_CORRUPTFS: the file system itself reports that the file is damaged. */
const SQLITE_CORRUPT_FILE_SYSTEM = 8_458;

/** SQLSTATE. */
const OF_POSTGRES: ReadonlyMap<string, FailureCode> = codes({
  // The server is shutting down, has crashed, is starting, has no connection or memory left, or was cut off.
  database_unavailable: '57P01 57P02 57P03 53200 53300 53400 08000 08001 08003 08004 08006',
  // A serialization failure, a deadlock or a lock that was not available, after all runs.
  database_busy: '40001 40P01 55P03',
  // A statement that was ended for its time, and a transaction that was idle for too long.
  database_timeout: '57014 25P03 25P04',
  // A damaged page, a damaged index, and a file of a table that is missing.
  database_damaged: 'XX001 XX002 58P01',
  disk_full: '53100',
  // A standby, or a server whose operator set it so.
  storage_read_only: '25006',
  storage_failed: '58000 58030',
});

/** Errors of the system: of a connection that the service opened, and of files. */
const LOST_CONNECTION: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  // The second line is of the client that `fetch` uses.
  ...['ETIMEDOUT', 'EPIPE', 'EADDRNOTAVAIL', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT'],
]);
const OF_SYSTEM: ReadonlyMap<string, FailureCode> = codes({
  disk_full: 'ENOSPC EDQUOT EFBIG',
  storage_read_only: 'EROFS',
  storage_failed: 'EIO',
});

/** The calls of the system by which Node works with files and folders. */
const FILE_CALLS: ReadonlySet<string> = new Set(
  'access chmod close copyfile fchmod fdatasync fstat fsync ftruncate link lstat mkdir mkdtemp open opendir read readlink realpath rename rmdir scandir stat statfs symlink unlink utime write'.split(
    ' ',
  ),
);
/** Arguments that no file could have made right. */
const BUGS: ReadonlySet<string> = new Set(['EBADF', 'EINVAL']);

/** Whether a file could not be used: its rights, a limit of the system, a folder that is gone, a stale mount. */
function isOfFile(error: Error, code: string): boolean {
  return (
    'syscall' in error &&
    typeof error.syscall === 'string' &&
    FILE_CALLS.has(error.syscall) &&
    /^E[A-Z0-9]+$/.test(code) &&
    !BUGS.has(code)
  );
}

/** Messages of the driver, its pool and the query builder, which give these failures no code. */
const AWAY_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Postgres connection has been discarded)/;
const SLOW_MESSAGE = /^Query read timeout/;

/** Errors as they came from a database: those of a lost connection do not say what was at its other end. */
const fromDatabase = new WeakSet<object>();

/** Notes that a database, or the way to it, gave this error. */
export function noteFromDatabase(error: unknown): void {
  if (typeof error !== 'object' || error === null) return;
  fromDatabase.add(error);
  if (error instanceof AggregateError) for (const each of error.errors) noteFromDatabase(each);
}

/** How deep the causes of an error are followed. */
const MAX_DEPTH = 5;

/** What failed, by the first of an error and its causes that says so; null for everything else: a bug. */
export function failureCodeOf(error: unknown): FailureCode | null {
  let each = error;
  for (let depth = 0; depth < MAX_DEPTH && each instanceof Error; depth += 1) {
    const code = ownCode(each);
    if (code !== null) return code;
    if (each instanceof AggregateError) {
      const [found] = each.errors.flatMap((one) => failureCodeOf(one) ?? []);
      if (found !== undefined) return found;
    }
    each = each.cause;
  }
  return null;
}

function ownCode(error: Error): FailureCode | null {
  if ('errcode' in error && typeof error.errcode === 'number') {
    if (error.errcode === SQLITE_CORRUPT_FILE_SYSTEM) return 'database_damaged';
    return OF_SQLITE.get(error.errcode & 0xff) ?? null;
  }
  if ('code' in error && typeof error.code === 'string') {
    const { code } = error;
    if (LOST_CONNECTION.has(code))
      return fromDatabase.has(error) ? 'database_unavailable' : 'peer_unavailable';
    const known = OF_POSTGRES.get(code) ?? OF_SYSTEM.get(code);
    if (known !== undefined) return known;
    if (isOfFile(error, code)) return 'storage_failed';
  }
  if (AWAY_MESSAGE.test(error.message)) return 'database_unavailable';
  return SLOW_MESSAGE.test(error.message) ? 'database_timeout' : null;
}

/** SQLite's BUSY and LOCKED. */
const RETRYABLE_SQLITE_CODES: ReadonlySet<number> = new Set([5, 6]);
/** PostgreSQL: serialization failure, deadlock. Such a transaction leaves no trace, so it may run again. */
const RETRYABLE_SQLSTATES: ReadonlySet<string> = new Set(['40001', '40P01']);

/** True if the database refused a transaction only because of another one, so a new run may succeed. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number') {
    return RETRYABLE_SQLITE_CODES.has(error.errcode & 0xff);
  }
  if (isStalePlan(error)) return true;
  return 'code' in error && typeof error.code === 'string' && RETRYABLE_SQLSTATES.has(error.code);
}

/**
 * True if PostgreSQL did not run a prepared statement because its tables have changed since it was prepared, or because
 * a pooler between has forgotten it.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const { code } = error;
  if (code === '0A000') return 'routine' in error && error.routine === 'RevalidateCachedQuery';
  return code === '26000';
}

function codes(table: Readonly<Partial<Record<FailureCode, string>>>): ReadonlyMap<string, FailureCode> {
  return new Map(
    // Object.entries loses the type of the names.
    (Object.entries(table) as [FailureCode, string][]).flatMap(([failure, listed]) =>
      listed.split(' ').map((code) => [code, failure] as const),
    ),
  );
}
