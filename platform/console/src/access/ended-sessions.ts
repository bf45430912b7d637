import { requiredMs } from '@common/base/instant';
import type { SignedSession } from '@platform/core/objects/session';
import { SESSION_HOURS } from '@platform/core/signed/session';

const SESSION_MS = SESSION_HOURS * 3_600_000;

/**
 * The sessions that people signed out of, until they would be over anyway. Only a session that counts is added, and each
 * takes a person's signature, so that strangers fill no memory.
 */
export function createEndedSessions(clock: () => number) {
  /** Until when each would have lasted, by the hash that was signed. */
  const ended = new Map<string, number>();
  return {
    add({ session, session_hash: hash }: SignedSession): void {
      const now = clock();
      for (const [one, untilMs] of ended) if (untilMs <= now) ended.delete(one);
      ended.set(hash, requiredMs(session.asked_at) + SESSION_MS);
    },
    has: ({ session_hash: hash }: SignedSession): boolean => ended.has(hash),
  };
}
