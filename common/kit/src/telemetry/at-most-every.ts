/**
 * Reads at most once in this time, however often it is asked. In between, the answer is the last reading, or
 * the one in progress. A value that needs no promise is read each time, because that costs nothing.
 */
export function atMostEvery<Read>(everyMs: number, monotonicMs: () => number, read: () => Read): () => Read {
  let known: { readonly atMs: number; readonly found: Read } | undefined;
  return () => {
    const now = monotonicMs();
    if (known !== undefined && now - known.atMs < everyMs) return known.found;
    const found = read();
    known = found instanceof Promise ? { atMs: now, found } : undefined;
    return found;
  };
}
