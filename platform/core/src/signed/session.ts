import { requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { isPersonsRole, type KeySet, type KeyVersion } from '../objects/key-entry.ts';
import type { SignedSession } from '../objects/session.ts';
import { type SignedRefusal, verifySigned } from './signed.ts';
import { unlessStolen } from './stolen-keys.ts';

/** How long a person reads after they signed. */
export const SESSION_HOURS = 12;
const SESSION_MS = SESSION_HOURS * 3_600_000;

export type SessionRefusal = SignedRefusal | 'session_of_another_console' | 'session_too_late';

interface SessionClaim {
  readonly signed: SignedSession;
  readonly keys: KeySet;
  /** The console’s address, as it is set here. */
  readonly origin: string;
  readonly nowMs: number;
}

/**
 * The key of the person who reads in a session, as it counts now: enrolled, not expired and not marked. It is judged anew at
 * each request, so that a mark ends sessions too.
 * @example readSession(crypto, { signed: { session: { origin: 'https://a.example' } }, origin: 'https://b.example' }).error.code
 *   // 'session_of_another_console'
 */
export function readSession(
  crypto: Crypto,
  { signed: { session, session_hash: hash, signature }, keys, origin, nowMs }: SessionClaim,
): Result<KeyVersion, SessionRefusal> {
  if (session.origin !== origin) {
    return fail('session_of_another_console', 'This was not asked for here: open this console and sign in.');
  }
  const askedMs = requiredMs(session.asked_at);
  if (askedMs > nowMs || nowMs - askedMs >= SESSION_MS) {
    return fail('session_too_late', `A session lasts ${SESSION_HOURS} hours: sign in again.`);
  }
  const claim = { object: session, hash, signature, keys, at: session.asked_at };
  const made = unlessStolen(verifySigned(crypto, claim));
  if (!made.ok) return made;
  const { kid, role, person, not_after: end } = made.value;
  if (person === null || !isPersonsRole(role)) {
    return fail('role_not_allowed', `${kid} is no person’s key.`);
  }
  if (end !== null && requiredMs(end) <= nowMs) {
    return fail('key_expired', `the key ${kid} was valid until ${end}`);
  }
  return ok(made.value);
}
