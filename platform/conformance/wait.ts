const STEP_MS = 20;

/** Longer than the enforcement point pauses at most before it asks again what came of a call. */
export const PATIENCE_MS = 90_000;

/** Calls `look` repeatedly until it returns something other than null; throws, naming `what`, after `timeoutMs`. */
export async function until<Value>(
  what: string,
  look: () => Promise<Value | null>,
  timeoutMs = 30_000,
): Promise<Value> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}
