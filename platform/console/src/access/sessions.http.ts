import { createHmac, timingSafeEqual } from 'node:crypto';
import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { createSignedCookie, type SignedCookie } from '@common/web/cookies';
import { rememberGood } from '@platform/core/log/remembered';
import { isPersonsRole, type KeySet, type KeyVersion } from '@platform/core/objects/key-entry';
import type { Session, SignedSession } from '@platform/core/objects/session';
import { readSession, SESSION_HOURS, type SessionRefusal } from '@platform/core/signed/session';
import { readSessionToken, writeSessionToken } from '@platform/keys/session-token';
import type { AuthorityAnswer } from '../use-cases/authority-reader.ts';
import { createEndedSessions } from './ended-sessions.ts';
import type { Reader } from './reader.ts';
import { createSealed } from './sealed.ts';

/** How long a person has to sign. */
const SIGN_WITHIN_MS = 5 * 60_000;
const READ_FOR_S = SESSION_HOURS * 3_600;
/** How old the keys may be by which a session is judged. */
const KEYS_FOR_MS = 5_000;
const RANDOM_BYTES = 16;

type Reply = Parameters<SignedCookie['set']>[0];
type Request = Parameters<SignedCookie['read']>[0];

interface SessionDeps {
  readonly keys: () => AuthorityAnswer<KeySet>;
  readonly secret: string;
  readonly origin: () => string;
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions in which people read. A session is what a person signed, in a cookie of ours, judged anew at each request: a key
 * that is marked as stolen, has expired or was removed reads nothing within seconds. INVARIANT: a session signs nothing,
 * and nothing is accepted because of it.
 */
export function createSessions(deps: SessionDeps) {
  const { secret, origin, clock, randomBytes } = deps;
  let cookie: SignedCookie | null = null;
  // Made at the first request, because the origin is certain only then.
  const cookies = (): SignedCookie => {
    cookie ??= createSignedCookie({ name: 'sanad_session', purpose: 'r3', secret, origin: origin() });
    return cookie;
  };
  const sealed = createSealed(secret, randomBytes);
  const ended = createEndedSessions(clock);
  const keys = shortlyKept(deps);
  // A session is read at each request.
  const crypto = rememberGood(nodeCrypto);
  const readerIn = async (signed: SignedSession, isNew: boolean) => {
    if (ended.has(signed))
      return fail('session_over', 'You signed out of this session: load the page again.');
    const found = await keys(isNew);
    if (!found.ok) return found;
    const read = readSession(crypto, { signed, keys: found.value, origin: origin(), nowMs: clock() });
    return read.ok ? readerOf(read.value, writeSessionToken(signed)) : read;
  };
  const read = async (request: Request) => {
    const signed = readSessionToken(sealed.open(cookies().read(request) ?? '') ?? '');
    const reader = signed === null ? null : await readerIn(signed, false);
    return signed !== null && reader?.ok === true ? { signed, reader: reader.value } : null;
  };
  return {
    /** What to sign: its nonce is ours, and says when it was asked for. */
    async ask(deployment: string): Promise<Session> {
      const asked_at = formatInstant(clock());
      const drawn = Buffer.from(randomBytes(RANDOM_BYTES)).toString('hex');
      return {
        type: 'sanad/session/1',
        deployment,
        origin: origin(),
        nonce: drawn + markOf(secret, drawn, asked_at),
        asked_at,
      };
    },
    async signIn(
      signed: SignedSession,
      reply: Reply,
    ): Promise<Result<Reader, SessionRefusal | 'session_over'> | Awaited<AuthorityAnswer<never>>> {
      const { nonce, asked_at: asked } = signed.session;
      const drawn = nonce.slice(0, 2 * RANDOM_BYTES);
      if (!isSame(nonce.slice(2 * RANDOM_BYTES), markOf(secret, drawn, asked))) {
        return fail(
          'session_of_another_console',
          'This was not asked for here: open this console and sign in.',
        );
      }
      if (clock() - requiredMs(asked) > SIGN_WITHIN_MS) {
        return fail('session_too_late', 'It was asked for more than five minutes ago: load the page again.');
      }
      const reader = await readerIn(signed, true);
      if (reader.ok) cookies().set(reply, sealed.seal(reader.value.session), READ_FOR_S);
      return reader;
    },
    /** Who reads; null without a session that counts now. */
    read: async (request: Request): Promise<Reader | null> => (await read(request))?.reader ?? null,
    /** Ends the session, for all copies of its cookie. */
    async signOut(request: Request, reply: Reply): Promise<void> {
      const session = await read(request);
      if (session !== null) ended.add(session.signed);
      cookies().clear(reply);
    },
  };
}

/** Keys as they were a few seconds ago, or as they are now: a key may have been enrolled a moment before its first use. */
function shortlyKept({ keys, clock }: Pick<SessionDeps, 'keys' | 'clock'>) {
  let kept: { readonly at: number; readonly found: Awaited<AuthorityAnswer<KeySet>> } | null = null;
  return async (areNew: boolean) => {
    const now = clock();
    if (!areNew && kept?.found.ok === true && now - kept.at < KEYS_FOR_MS) return kept.found;
    const found = await keys();
    kept = { at: now, found };
    return found;
  };
}

function readerOf(
  { kid, person, role, tenants }: KeyVersion,
  session: string,
): Result<Reader, 'role_not_allowed'> {
  return person === null || !isPersonsRole(role)
    ? fail('role_not_allowed', `${kid} is no person’s key.`)
    : ok({ kid, person, role, tenants, session });
}

function markOf(secret: string, drawn: string, askedAt: string): string {
  const mark = createHmac('sha256', secret).update(`session ${drawn} ${askedAt}`).digest('hex');
  return mark.slice(0, 2 * RANDOM_BYTES);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
