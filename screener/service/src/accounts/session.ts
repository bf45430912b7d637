import { fail, ok, type Result } from '@common/base/result';
import type { AccessStore, KeyListed } from './access.store.ts';
import type { Account, AccountKey, AccountStore } from './accounts.store.ts';
import { hashApiKey, isApiKeyShaped } from './api-key.ts';
import { mailboxOf, normaliseEmail } from './mailbox.ts';
import { type Argon2id, nobodysPassword, verifyPassword } from './password.ts';

export interface SessionDeps {
  readonly accounts: AccountStore;
  readonly accessStore: Pick<AccessStore, 'livingKey'>;
  /** What keys are hashed with. */
  readonly keySecret: string;
  readonly argon2id: Argon2id;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Who is signed in. */
export interface Session {
  readonly account: Account;
  /** The key that it began with; for one by password, the account's newest. */
  readonly key: KeyListed;
  /** Whose allowance counts, as over the API. */
  readonly owner: string;
  readonly expiresAt: number;
}

/** A session and the text that its cookie carries. */
export interface BegunSession extends Session {
  readonly cookie: string;
}

const DAY_MS = 86_400_000;
/** Sessions are of one length, so that their expiry also says when they began. */
const SESSION_MS = 14 * DAY_MS;
export const SESSION_S = SESSION_MS / 1_000;
/** 128 bits: no two keys share it. */
const PREFIX_LENGTH = 32;
const COOKIE = /^([0-9a-f]{32})\.(free|partner)\.([0-9]{13})$/;
/**
 * So many accounts of one address may sign in by password. Several people may have signed up with one address, and each
 * guess is held against the passwords of all.
 */
const PASSWORDS_AN_ADDRESS = 4;

/** Begins a session with an API key, which is checked this once. */
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

/** The same answer, after the same work, whether the address is unknown or the password wrong. */
export async function signInWithPassword(
  deps: SessionDeps,
  email: string,
  password: string,
): Promise<Result<BegunSession, 'wrong_sign_in'>> {
  const known = await deps.accounts.passwordsOf(normaliseEmail(email), PASSWORDS_AN_ADDRESS);
  // An address without a password costs a guess as much as one with one.
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
 * The session of a cookie's text, or null: it ends with its time, by signing out, with its key, and when the password
 * is changed. The tier is the account's of today, whatever the cookie says.
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

/** Ends a session before its time: a copy of its cookie opens nothing any more. */
export async function endSession(deps: SessionDeps, { key, expiresAt }: Session): Promise<void> {
  const session = nameOf(key.hash.slice(0, PREFIX_LENGTH), expiresAt);
  await deps.accounts.endSession(session, expiresAt, deps.clock());
}

/** A new session for the same account, after what ended its earlier ones. */
export async function renewSession(deps: SessionDeps, { account }: Session): Promise<BegunSession | null> {
  const now = deps.clock();
  const known = await deps.accounts.newestKeyOf(account.id, now);
  return known === null ? null : begin(deps, known, now);
}

/** When a key ended, if it has; a session that began later, by password, is not over. */
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
