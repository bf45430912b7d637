import { createHmac, timingSafeEqual } from 'node:crypto';
import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { createSignedCookie, type SignedCookie } from '@common/web/cookies';
import { nodeCrypto } from '@platform/core/crypto/node';
import { isPersonsRole, type KeySet, type KeyVersion } from '@platform/core/objects/key-entry';
import type { Session, SignedSession } from '@platform/core/objects/session';
import { versionsOf } from '@platform/core/signed/key-history';
import { keyOf, type SignedRefusal, verifySigned } from '@platform/core/signed/signed';
import { unlessStolen } from '@platform/core/signed/stolen-keys';
import type { AuthorityAnswer } from '../use-cases/authority.ts';
import type { Reader } from './reader.ts';

/** How long a person has to sign, and how long they may then read. */
const SIGN_WITHIN_MS = 5 * 60_000;
const READ_FOR_S = 12 * 3_600;
/** How old the keys may be by which a session is judged. */
const KEYS_FOR_MS = 5_000;
const RANDOM_BYTES = 16;

type Reply = Parameters<SignedCookie['set']>[0];
type Request = Parameters<SignedCookie['read']>[0];

type SignInRefusal = SignedRefusal | 'session_of_another_console' | 'session_too_late';

interface SessionDeps {
  readonly keys: () => AuthorityAnswer<KeySet>;
  readonly secret: string;
  readonly origin: () => string;
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions in which people read. A session is the signed cookie of a key, checked anew against the keys that are enrolled:
 * one that is marked as stolen, has expired or was removed reads nothing within seconds. INVARIANT: a session signs nothing,
 * and nothing is accepted because of it.
 */
export function createSessions(deps: SessionDeps) {
  const { secret, origin, clock, randomBytes } = deps;
  let cookie: SignedCookie | null = null;
  // Made at the first request, because the origin is certain only then.
  const cookies = (): SignedCookie => {
    cookie ??= createSignedCookie({ name: 'sanad_session', purpose: 'r1', secret, origin: origin() });
    return cookie;
  };
  const keys = shortlyKept(deps);
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
      { session, session_hash: hash, signature }: SignedSession,
      reply: Reply,
    ): Promise<Result<Reader, SignInRefusal> | Awaited<AuthorityAnswer<never>>> {
      const { nonce, asked_at: asked } = session;
      const drawn = nonce.slice(0, 2 * RANDOM_BYTES);
      const isOurs = isSame(nonce.slice(2 * RANDOM_BYTES), markOf(secret, drawn, asked));
      if (!isOurs || session.origin !== origin()) {
        return fail(
          'session_of_another_console',
          'This was not asked for here: open this console and sign in.',
        );
      }
      const age = clock() - requiredMs(asked);
      if (age < 0 || age > SIGN_WITHIN_MS) {
        return fail('session_too_late', 'It was asked for more than five minutes ago: load the page again.');
      }
      const found = await keys(signature.kid);
      if (!found.ok) return found;
      const claim = { object: session, hash, signature, keys: found.value, at: formatInstant(clock()) };
      const made = unlessStolen(verifySigned(nodeCrypto, claim));
      if (!made.ok) return made;
      const reader = readerOf(made.value);
      if (reader === null) return fail('role_not_allowed', `${made.value.kid} is no person’s key.`);
      const ends = clock() + READ_FOR_S * 1_000;
      cookies().set(
        reply,
        `${Buffer.from(`${made.value.fingerprint} ${reader.kid}`).toString('base64url')}.${ends}`,
        READ_FOR_S,
      );
      return ok(reader);
    },
    /** Who reads; null without a session that counts now. */
    async read(request: Request): Promise<Reader | null> {
      const [named = '', ends = ''] = (cookies().read(request) ?? '').split('.');
      if (!(Number(ends) > clock())) return null;
      const [fingerprint, kid = ''] = Buffer.from(named, 'base64url').toString().split(' ');
      const found = await keys(kid);
      const entry = found.ok ? keyOf(found.value, kid) : undefined;
      const version = entry && versionsOf(entry).find((each) => each.fingerprint === fingerprint);
      return version === undefined || !isGood(version, clock()) ? null : readerOf(version);
    },
    signOut: (reply: Reply) => cookies().clear(reply),
  };
}

/** Keys that are asked for again if the one that is looked for is not among them: it may have been enrolled just now. */
function shortlyKept({ keys, clock }: Pick<SessionDeps, 'keys' | 'clock'>) {
  let kept: { readonly at: number; readonly found: Awaited<AuthorityAnswer<KeySet>> } | null = null;
  return async (kid: string) => {
    const now = clock();
    const isRecent = kept !== null && now - kept.at < KEYS_FOR_MS;
    if (isRecent && kept?.found.ok === true && keyOf(kept.found.value, kid) !== undefined) return kept.found;
    const found = await keys();
    kept = { at: now, found };
    return found;
  };
}

function isGood({ compromised_at: lost, not_after: end }: KeyVersion, now: number): boolean {
  return lost === null && (end === null || requiredMs(end) > now);
}

function readerOf({ kid, person, role, tenants }: KeyVersion): Reader | null {
  return person === null || !isPersonsRole(role) ? null : { kid, person, role, tenants };
}

function markOf(secret: string, drawn: string, askedAt: string): string {
  const mark = createHmac('sha256', secret).update(`session ${drawn} ${askedAt}`).digest('hex');
  return mark.slice(0, 2 * RANDOM_BYTES);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
