/** Milliseconds since the epoch of an RFC 3339 instant in UTC; undefined for a day or hour that does not exist. */
export function epochMs(instant: string): number | undefined {
  if (!instant.endsWith('Z')) return undefined;
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) return undefined;
  // 30 February would be read as 2 March.
  return new Date(ms).toISOString().slice(0, 19) === instant.slice(0, 19) ? ms : undefined;
}

/** For an instant that its schema has let pass. */
export function requiredMs(instant: string): number {
  const ms = epochMs(instant);
  if (ms === undefined) throw new Error(`${JSON.stringify(instant)} is no instant in UTC`);
  return ms;
}

/** `instant` and so many seconds, in the one spelling of the protocol. */
export function addSeconds(instant: string, seconds: number): string {
  return new Date(requiredMs(instant) + seconds * 1000).toISOString();
}
