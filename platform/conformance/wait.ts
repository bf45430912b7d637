const STEP_MS = 20;
/** Of the time waited so far: what takes seconds is not asked for a hundred times, and comes hardly later. */
const STEP_OF_WAIT = 0.1;

/** Longer than the enforcement point pauses at most before it asks again what came of a call. */
export const PATIENCE_MS = 90_000;

/** Calls `look` repeatedly until it returns something other than null; throws, naming `what`, after `timeoutMs`. */
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
