import { MAX_SEND_WITHIN_MS } from '@platform/core/objects/grant';
import { KEYS_LOOK_MS } from './key-files/keys.ts';

/**
 * The time after which no call begins under a lease that was asked for before now: the longest lease that an authority
 * gives, the age of the keys and profiles that a process may have read, and a margin for clocks that run at different
 * speeds. Without an argument, of any authority.
 */
export function longestLeaseMs(sendWithinMs: number = MAX_SEND_WITHIN_MS): number {
  return sendWithinMs + KEYS_LOOK_MS + Math.max(50, sendWithinMs / 20);
}
