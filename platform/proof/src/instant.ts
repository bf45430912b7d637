const INSTANT = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{3})?Z$/;
/** Every month has as many days. */
const SHORTEST_MONTH = 28;

/** Milliseconds since the epoch of an RFC 3339 instant in UTC; null for another spelling or a day that is none. */
export function instantMs(text: string): number | null {
  if (!INSTANT.test(text)) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return null;
  // 30 February parses, as 2 March.
  return Number(text.slice(8, 10)) <= SHORTEST_MONTH ||
    new Date(ms).toISOString().startsWith(text.slice(0, 10))
    ? ms
    : null;
}
