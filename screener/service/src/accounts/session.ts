import { fail, ok, type Result } from '@common/base/result';
import type { AccessStore, KeyListed } from './access.store.ts';
import type { Account, AccountKey, AccountStore } from './accounts.store.ts';
import { hashApiKey, isApiKeyShaped } from './api-key.ts';
import { mailboxOf, normaliseEmail } from './mailbox.ts';
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
const PASSWORDS_AN_ADDRESS = 4;

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

/**
 * Begins a session with a password. An unknown address and a wrong password get the same answer, after the
 * same work.
 */
export async function signInWithPassword(
  deps: SessionDeps,
  email: string,
  password: string,
): Promise<Result<BegunSession, 'wrong_sign_in'>> {
  const known = await deps.accounts.passwordsOf(normaliseEmail(email), PASSWORDS_AN_ADDRESS);
  // A guess costs as much for an address without a password.
  const against = known.length > 0 ? known : [{ account: null, password: nobodysPassword(deps.randomBytes) }];
  const matches = await Promise.all(
    against.map((each) => verifyPassword(deps.argon2id, password, each.password)),
  );
  const { account = null } = against[matches.indexOf(true)] ?? {};
  const now = deps.clock();
  const key = account === null ? null : await deps.accounts.newestKeyOf(account, now);
  if (key === null) return fail('wrong_sign_in', 'The address and the password do not match.');
  return ok(begin(deps, key, now));
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

/** Begins a new session for an account whose earlier ones were ended; null if the account has no key. */
export async function renewSession(deps: SessionDeps, { account }: Session): Promise<BegunSession | null> {
  const now = deps.clock();
  const known = await deps.accounts.newestKeyOf(account.id, now);
  return known === null ? null : begin(deps, known, now);
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
  return { account, key, expiresAt, owner: hashApiKey(keySecret, mailboxOf(account.email)) };
}

function nameOf(prefix: string, expiresAt: number): string {
  return `${prefix}.${expiresAt}`;
}
