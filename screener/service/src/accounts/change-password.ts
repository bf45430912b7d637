import { fail, ok, type Result } from '@common/base/result';
import { hashApiKey, isApiKeyShaped } from './api-key.ts';
import { acceptPassword, hashPassword, verifyPassword } from './password.ts';
import {
  type BegunSession,
  beginSession,
  type GuessLimit,
  PASSWORDS_AN_ADDRESS,
  type Session,
  type SessionDeps,
  tooManyGuesses,
} from './session.ts';

type PasswordRefusal = 'unusable_password' | 'wrong_password' | 'too_many_guesses' | 'passwords_taken';

/**
 * Sets a new password after checking the current one, or a key of the account if it has no password but a key. Ends
 * every session of the account and returns a new one.
 */
export async function changePassword(
  deps: SessionDeps,
  session: Session,
  given: { readonly current: string; readonly next: string },
  check: GuessLimit['check'],
): Promise<Result<BegunSession, PasswordRefusal>> {
  const accepted = acceptPassword(given.next);
  if (!accepted.ok) return accepted;
  const { id } = session.account;
  const stored = await deps.accounts.passwordOf(id);
  const guess = await check(id, async () =>
    stored === null
      ? (await needsNoProof(deps, id)) || (await isOwnKey(deps, id, given.current))
      : verifyPassword(deps.argon2id, given.current, stored),
  );
  if (guess.kind === 'spent') return tooManyGuesses(guess.resetS);
  if (guess.kind === 'wrong') {
    return fail(
      'wrong_password',
      stored === null
        ? 'This is not a valid key of this account. It has no password yet, so its API key stands for one.'
        : 'This is not the current password.',
    );
  }
  const password = await hashPassword(deps, accepted.value);
  // Otherwise it could take the place of another account’s, whose owner could then no longer sign in.
  if (!(await deps.accounts.setPassword(id, password, deps.clock(), PASSWORDS_AN_ADDRESS))) {
    return fail(
      'passwords_taken',
      `${PASSWORDS_AN_ADDRESS} accounts have this address and a password already. Sign in to this one with its key.`,
    );
  }
  const renewed = await beginSession(deps, id);
  if (renewed === null) throw new Error('an account without a key');
  return ok(renewed);
}

/** Whether an account has neither a password nor a key to show, as after a sign-in by link. */
export async function needsNoProof({ accounts, clock }: SessionDeps, account: string): Promise<boolean> {
  const now = clock();
  const keys = await accounts.keysOfAccount(account);
  return !keys.some(({ endedAt, endsAt }) => endedAt === null && (endsAt === null || endsAt > now));
}

async function isOwnKey(deps: SessionDeps, account: string, typed: string): Promise<boolean> {
  const key = typed.trim();
  if (!isApiKeyShaped(key)) return false;
  const living = await deps.accessStore.livingKey(hashApiKey(deps.keySecret, key), deps.clock());
  return living?.account === account;
}
