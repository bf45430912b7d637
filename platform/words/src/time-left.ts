import { instantMs } from '@common/base/instant';

const MINUTE_MS = 60_000;
/** In minutes. */
const UNITS = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const;

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

/** Says how long ago something was: `8 minutes ago`, `3 days ago`. */
export function timeAgo(now: string, at: string): string {
  const [to, from] = [instantMs(now), instantMs(at)];
  if (from === null || to === null) return 'at an unknown time';
  const minutes = Math.floor((to - from) / MINUTE_MS);
  if (minutes < 1) return 'just now';
  for (const [unit, size] of UNITS) {
    const count = Math.floor(minutes / size);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
