/**
 * However often it is asked, reads at most once in this time: between, the answer is what was read then, or is still being
 * read. What is there at once, without a promise, is read each time: it costs nothing.
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
