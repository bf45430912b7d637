const STEP_MS = 20;
/**
 * The next pause as a part of the time waited so far: slow events are checked less often, and seen in time.
 */
const STEP_OF_WAIT = 0.1;

/** Longer than the longest pause before the enforcement point asks again about a call. */
export const PATIENCE_MS = 90_000;

/** Calls `look` until it returns something other than null. Throws, naming `what`, after `timeoutMs`. */
export async function until<Value>(
  what: string,
  look: () => Promise<Value | null>,
  timeoutMs = 30_000,
): Promise<Value> {
  const startedAt = Date.now();
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    const waited = Date.now() - startedAt;
    if (waited > timeoutMs) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, Math.max(STEP_MS, waited * STEP_OF_WAIT)));
  }
}
