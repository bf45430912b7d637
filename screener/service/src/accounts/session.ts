import { fail, ok, type Result } from '@common/base/result';
import type { AccessStore, KeyListed } from './access.store.ts';
import type { Account, AccountKey, AccountStore } from './accounts.store.ts';
import { ownerOf } from './allowance.ts';
import { hashApiKey, isApiKeyShaped } from './api-key.ts';
import { normaliseEmail } from './mailbox.ts';
import { type Argon2id, nobodysPassword, verifyPassword } from './password.ts';

export interface SessionDeps {
  readonly accounts: AccountStore;
  readonly accessStore: Pick<AccessStore, 'livingKey'>;
  /** The HMAC secret for stored API keys. */
  readonly keySecret: string;
  readonly argon2id: Argon2id;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** The session of a signed-in user. */
export interface Session {
  readonly account: Account;
  /** The key that the session began with; after a sign-in by password, the account's newest key. */
  readonly key: KeyListed;
  /** Identifies the allowance, as for calls of the API. */
  readonly owner: string;
  readonly expiresAt: number;
}

/** A session and the text of its cookie. */
export interface BegunSession extends Session {
  readonly cookie: string;
}

const DAY_MS = 86_400_000;
/** All sessions have one length, so their expiry also gives their beginning. */
const SESSION_MS = 14 * DAY_MS;
export const SESSION_S = SESSION_MS / 1_000;
/** Hex digits of a key's hash in a cookie: 128 bits, which no two keys share. */
const PREFIX_LENGTH = 32;
const COOKIE = /^([0-9a-f]{32})\.(free|partner)\.([0-9]{13})$/;
/**
 * How many accounts of one address may sign in by password. Several people may have signed up with one
 * address, and each guess is checked against the passwords of all.
 */
export const PASSWORDS_AN_ADDRESS = 4;

/** Begins a session with an API key, which is checked only here. */
export async function signInWithKey(
  deps: SessionDeps,
  key: string,
): Promise<Result<BegunSession, 'wrong_sign_in'>> {
  const now = deps.clock();
  const typed = key.trim();
  const hash = hashApiKey(deps.keySecret, typed);
  const living = isApiKeyShaped(typed) ? await deps.accessStore.livingKey(hash, now) : null;
  const known = living === null ? null : await deps.accounts.keyByPrefix(hash.slice(0, PREFIX_LENGTH));
  if (known === null) {
    return fail(
      'wrong_sign_in',
      'This API key is not valid. Check it for typos; a key that has ended cannot sign in.',
    );
  }
  return ok(begin(deps, known, now));
}

/** Limits guesses: of the browser that signed in to an account before, or of its network. */
export interface GuessLimit {
  /** Whether this browser signed in to the account before. */
  readonly isKnown: (account: string) => boolean;
  /** Checks a guess of an account's password unless too many were wrong; null for a guess that fits no one account. */
  readonly check: (
    account: string | null,
    isRight: () => Promise<boolean>,
  ) => Promise<{ readonly kind: 'right' | 'wrong' } | { readonly kind: 'spent'; readonly resetS: number }>;
}

type PasswordRefusal = 'wrong_sign_in' | 'too_many_guesses';

/**
 * Begins a session with a password. An unknown address and a wrong password get the same answer, after the
 * same work. A browser that signed in to one of the address's accounts before guesses the password of that one first.
 */
export async function signInWithPassword(
  deps: SessionDeps,
  { email, password }: { readonly email: string; readonly password: string },
  { isKnown, check }: GuessLimit,
): Promise<Result<BegunSession, PasswordRefusal>> {
  const all = await deps.accounts.passwordsOf(normaliseEmail(email), PASSWORDS_AN_ADDRESS);
  const own = all.filter(({ account }) => isKnown(account));
  const others = all.filter(({ account }) => !isKnown(account));
  // A guess costs as much for an address without a password.
  const nobody = { account: null, password: nobodysPassword(deps.randomBytes) };
  const rounds = [own, all.length === 0 ? [nobody] : others].filter(({ length }) => length > 0);
  for (const [index, round] of rounds.entries()) {
    let found: string | null = null;
    const guess = await check(round === own ? (own[0]?.account ?? null) : null, async () => {
      const matches = await Promise.all(
        round.map((each) => verifyPassword(deps.argon2id, password, each.password)),
      );
      found = round[matches.indexOf(true)]?.account ?? null;
      return found !== null;
    });
    // A browser that had its own guess is told what came of it, whatever others did to its network.
    if (guess.kind === 'spent' && index === 0) return tooManyGuesses(guess.resetS);
    const begun = found === null ? null : await beginSession(deps, found);
    if (begun !== null) return ok(begun);
  }
  return fail('wrong_sign_in', 'The address and the password do not match.');
}

/** `detail.reset_s` has the whole seconds until the next guess is checked. */
export function tooManyGuesses(resetS: number): Result<never, 'too_many_guesses'> {
  return fail('too_many_guesses', `Too many wrong sign-ins. Try again in ${resetS} s.`, { reset_s: resetS });
}

/** Begins a session of an account; null if there is none. */
export async function beginSession(deps: SessionDeps, account: string): Promise<BegunSession | null> {
  const now = deps.clock();
  const known = await deps.accounts.newestKeyOf(account, now);
  return known === null ? null : begin(deps, known, now);
}

/**
 * Returns the session of a cookie's text; null if it is over. A session ends when its time is up, when the
 * user signs out, when its key ends, and when the password changes. Its tier is the account's current one,
 * whatever the cookie says.
 */
export async function readSession(deps: SessionDeps, cookie: string): Promise<Session | null> {
  const [, prefix = '', , expiry = ''] = COOKIE.exec(cookie) ?? [];
  const expiresAt = Number(expiry);
  const now = deps.clock();
  if (prefix === '' || expiresAt <= now || expiresAt > now + SESSION_MS) return null;
  const known = await deps.accounts.keyByPrefix(prefix);
  if (known === null || (await deps.accounts.isEnded(nameOf(prefix, expiresAt)))) return null;
  const begunAt = expiresAt - SESSION_MS;
  if (begunAt < known.account.sessionsValidFrom || begunAt <= endOf(known.key, now)) return null;
  return sessionOf(deps, known, expiresAt);
}

/** Ends a session early, so that a copy of its cookie no longer opens anything. */
export async function endSession(deps: SessionDeps, { key, expiresAt }: Session): Promise<void> {
  const session = nameOf(key.hash.slice(0, PREFIX_LENGTH), expiresAt);
  await deps.accounts.endSession(session, expiresAt, deps.clock());
}

/**
 * Returns when a key ended, or minus infinity if it has not. A session that began later, by password, goes
 * on.
 */
function endOf({ endedAt, endsAt }: KeyListed, now: number): number {
  const ends = [endedAt, endsAt].filter((end) => end !== null && end <= now) as number[];
  return ends.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...ends);
}

function begin(deps: SessionDeps, known: AccountKey, now: number): BegunSession {
  const expiresAt = now + SESSION_MS;
  const cookie = `${known.key.hash.slice(0, PREFIX_LENGTH)}.${known.account.tier}.${expiresAt}`;
  return { ...sessionOf(deps, known, expiresAt), cookie };
}

function sessionOf({ keySecret }: SessionDeps, { account, key }: AccountKey, expiresAt: number): Session {
  return { account, key, expiresAt, owner: ownerOf(keySecret, { ...account, account: account.id }) };
}

function nameOf(prefix: string, expiresAt: number): string {
  return `${prefix}.${expiresAt}`;
}
