/** What `within` returns for work that took too long. */
export const LATE = Symbol('late');

/**
 * Returns the work's value, or `LATE` after the time limit. Late work continues, and its outcome is ignored.
 */
export async function within<Value>(work: Promise<Value>, limitMs: number): Promise<Value | typeof LATE> {
  const { promise, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(() => resolve(LATE), limitMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
