/** SQLite primary result codes BUSY and LOCKED (the low byte of the extended code). */
const RETRYABLE_SQLITE_CODES: ReadonlySet<number> = new Set([5, 6]);
/** PostgreSQL: serialization failure, deadlock. Such a transaction leaves no trace, so it may run again. */
const RETRYABLE_SQLSTATES: ReadonlySet<string> = new Set(['40001', '40P01']);

/** The codes of a lost or refused connection: of a system call, or SQLSTATE. */
const UNREACHABLE_CODES: ReadonlySet<string> = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ETIMEDOUT',
    'EPIPE',
  ],
  // The server is shutting down, has crashed, is starting, or has no connection left.
  ...['57P01', '57P02', '57P03', '53300', '08000', '08003', '08006'],
]);
/** Messages of the driver and its pool, which give these failures no code. */
const UNREACHABLE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** True if the database could not be reached, or is so busy that it refused: asking again later may work. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && UNREACHABLE_CODES.has(error.code)) return true;
  return UNREACHABLE_MESSAGE.test(error.message) || isRetryable(error);
}

/** True if the database refused a transaction only because of another one, so a new run may succeed. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number') {
    return RETRYABLE_SQLITE_CODES.has(error.errcode & 0xff);
  }
  return 'code' in error && typeof error.code === 'string' && RETRYABLE_SQLSTATES.has(error.code);
}
