const MB = 1024 * 1024;

/** Every limit of the SEC client. Times in milliseconds, sizes in bytes after decompression. */
export interface SecLimits {
  /** The least time between two departures, across all processes that share the rate store. */
  readonly spacingMs: number;
  /** A slot that the rate store took longer than this to grant is not used. */
  readonly latenessMs: number;
  /** How long nothing leaves after the throttle page, or after a 429 that names no time. */
  readonly throttleHoldMs: number;
  /** A longer `Retry-After` is shortened to this. */
  readonly maxHoldMs: number;
  /** Further attempts after a 5xx answer or a connection that failed. */
  readonly retries: number;
  /** Further attempts after a body that was cut short. */
  readonly truncationRetries: number;
  readonly backoffBaseMs: number;
  readonly backoffMaxMs: number;
  /** Longest time for one answer, from sending to its last byte. */
  readonly overallTimeoutMs: number;
  /** Longest silence: before the headers, or between two chunks of the body. */
  readonly idleTimeoutMs: number;
  /** Redirects that are followed, on the same origin only. */
  readonly maxRedirects: number;
  readonly companyFactsBytes: number;
  readonly submissionsBytes: number;
  readonly tickersBytes: number;
  readonly fundFeedBytes: number;
  readonly fundReportBytes: number;
  readonly dailyIndexBytes: number;
}

/**
 * The SEC allows 10 requests a second over all machines of an operator; we use at most 5.
 * INVARIANT: `5 * spacingMs - latenessMs >= 1000`, so that six departures never share one second.
 */
export const SEC_LIMITS: SecLimits = {
  spacingMs: 220,
  latenessMs: 100,
  throttleHoldMs: 10 * 60_000,
  maxHoldMs: 60 * 60_000,
  retries: 3,
  truncationRetries: 1,
  backoffBaseMs: 500,
  backoffMaxMs: 8_000,
  overallTimeoutMs: 120_000,
  idleTimeoutMs: 15_000,
  maxRedirects: 2,
  companyFactsBytes: 64 * MB,
  submissionsBytes: 32 * MB,
  tickersBytes: 32 * MB,
  fundFeedBytes: 4 * MB,
  fundReportBytes: 64 * MB,
  dailyIndexBytes: 32 * MB,
};
