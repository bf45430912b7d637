/**
 * Instants are milliseconds since the epoch where they are compared, and RFC 3339 in UTC where they are read,
 * signed or stored. INVARIANT: no code compares the strings, because `…00:00:00Z` and `…00:00:00.000Z` are
 * the same instant. That is why the present is passed as a number (`nowMs`), which the compiler refuses to
 * compare with a string.
 */
const INSTANT =
  /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const SHORTEST_MONTH = 28;

/**
 * Milliseconds since the epoch. Accepts `Z` or an offset and up to nine digits of a second; digits below a
 * millisecond are dropped. Null for a day that does not exist, and for what RFC 3339 allows but nobody here
 * writes: a leap second and lower-case letters.
 * @example instantMs('1970-01-01T03:00:01.0019+03:00') // 1001
 * @example instantMs('2026-02-30T00:00:00Z') // null
 */
export function instantMs(text: string): number | null {
  if (!INSTANT.test(text)) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return null;
  const day = Number(text.slice(8, 10));
  if (day <= SHORTEST_MONTH) return ms;
  // JavaScript parses 30 February as 2 March.
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7))];
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day <= lastOfMonth ? ms : null;
}

/**
 * Only for an instant that was checked before: any other text is a bug.
 * @example requiredMs('1970-01-01T03:00:00+03:00') // 0
 */
export function requiredMs(text: string): number {
  const ms = instantMs(text);
  if (ms === null) throw new Error(`${JSON.stringify(text)} is not an instant`);
  return ms;
}

/**
 * The only spelling written here, with milliseconds. INVARIANT: these strings sort as the instants do.
 * @example formatInstant(0) // '1970-01-01T00:00:00.000Z'
 */
export function formatInstant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/**
 * Negative if `a` is earlier than `b`, 0 if they are the same instant. Both must have been checked before.
 * @example compareInstants('2026-03-02T00:00:00Z', '2026-03-02T03:00:00.000+03:00') // 0
 */
export function compareInstants(a: string, b: string): number {
  return requiredMs(a) - requiredMs(b);
}
