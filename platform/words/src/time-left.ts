import { instantMs } from '@common/base/instant';

const MINUTE_MS = 60_000;

/**
 * Says how much time is left: `52 minutes left`. It is never red, because silence is safe. The authority may
 * write an end that is on no calendar.
 */
export function timeLeft(now: string, end: string): string {
  const [from, to] = [instantMs(now), instantMs(end)];
  if (from === null || to === null) return 'an unknown time left';
  const minutes = Math.max(0, Math.floor((to - from) / MINUTE_MS));
  return minutes === 1 ? '1 minute left' : `${minutes} minutes left`;
}
