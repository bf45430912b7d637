import { fail, ok, type Result } from '@common/base/result';
import { SIGNATURE_WINDOW_S } from './signed-request.ts';

/** A signature counts from one window before its `created` to one after it. */
const REMEMBERED_MS = 2 * SIGNATURE_WINDOW_S * 1_000;
/** Of one key: 83 requests a second. */
const MOST_NONCES = 10_000;

export interface Nonces {
  /** Counts a nonce of a key whose signature has been verified. */
  take(key: string, nonce: string): Result<void, 'unauthorized' | 'requests_too_many'>;
}

/**
 * The nonces of this process in the last two minutes. INVARIANT: one is forgotten only when no signature with it counts
 * any more. A key whose nonces are too many waits; it costs other keys nothing.
 */
export function createNonces(monotonicMs: () => number): Nonces {
  const ofKey = new Map<string, Map<string, number>>();
  return {
    take(key, nonce) {
      const now = monotonicMs();
      // In the order in which they were taken, so the oldest are first.
      for (const [other, nonces] of ofKey) {
        for (const [old, at] of nonces) {
          if (now - at <= REMEMBERED_MS) break;
          nonces.delete(old);
        }
        if (nonces.size === 0) ofKey.delete(other);
      }
      const nonces = ofKey.get(key) ?? new Map<string, number>();
      if (nonces.has(nonce))
        return fail('unauthorized', 'This nonce was used before: sign each request anew.');
      if (nonces.size >= MOST_NONCES) {
        return fail('requests_too_many', 'The agent sends more signed requests than are remembered.');
      }
      ofKey.set(key, nonces.set(nonce, now));
      return ok(undefined);
    },
  };
}
