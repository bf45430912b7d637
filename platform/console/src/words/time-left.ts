const MINUTE_MS = 60_000;

/** `52 minutes left`; never in red, for silence is safe. */
export function timeLeft(now: string, end: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(end) - Date.parse(now)) / MINUTE_MS));
  return minutes === 1 ? '1 minute left' : `${minutes} minutes left`;
}
