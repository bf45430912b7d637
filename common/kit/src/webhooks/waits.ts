import type { Failure } from '@common/base/result';

/** `gone`: the receiver wants no further messages. */
export type SendFailure = 'not_delivered' | 'gone';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The longest waits between attempts, a day in all. After that, the delivery is given up. */
export const WAITS_MS: readonly number[] = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR + 20 * MINUTE],
];

/** Jitter: spreads out retries that failed at the same time. */
const JITTER = 0.1;

/**
 * How long to wait after this many attempts, the last of which failed in this way; null to give up. A
 * receiver that asks for more time gets it.
 */
export function waitAfter(
  attempts: number,
  { code, detail }: Failure<SendFailure>,
  random = Math.random(),
): number | null {
  const wait = WAITS_MS[attempts - 1];
  if (code === 'gone' || wait === undefined) return null;
  const asked = detail?.retryAfterMs;
  return Math.max(Math.round(wait * (1 - JITTER * random)), typeof asked === 'number' ? asked : 0);
}
