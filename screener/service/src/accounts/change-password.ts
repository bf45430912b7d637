import { fail, ok, type Result } from '@common/base/result';
import { hashApiKey, isApiKeyShaped } from './api-key.ts';
import { acceptPassword, hashPassword, verifyPassword } from './password.ts';
import { type BegunSession, renewSession, type Session, type SessionDeps } from './session.ts';

type PasswordRefusal = 'unusable_password' | 'wrong_password';

/**
 * Sets a new password after checking the current one, or a key of the account if it has no password. Ends
 * every session of the account and returns a new one.
 */
export async function changePassword(
  deps: SessionDeps,
  session: Session,
  given: { readonly current: string; readonly next: string },
): Promise<Result<BegunSession, PasswordRefusal>> {
  const accepted = acceptPassword(given.next);
  if (!accepted.ok) return accepted;
  const { id } = session.account;
  const stored = await deps.accounts.passwordOf(id);
  const isRight =
    stored === null
      ? await isOwnKey(deps, id, given.current)
      : await verifyPassword(deps.argon2id, given.current, stored);
  if (!isRight) {
    return fail(
      'wrong_password',
      stored === null
        ? 'This is not a valid key of this account. It has no password yet, so its API key stands for one.'
        : 'This is not the current password.',
    );
  }
  await deps.accounts.setPassword(id, await hashPassword(deps, accepted.value), deps.clock());
  const renewed = await renewSession(deps, session);
  if (renewed === null) throw new Error('an account without a key');
  return ok(renewed);
}

async function isOwnKey(deps: SessionDeps, account: string, typed: string): Promise<boolean> {
  const key = typed.trim();
  if (!isApiKeyShaped(key)) return false;
  const living = await deps.accessStore.livingKey(hashApiKey(deps.keySecret, key), deps.clock());
  return living?.account === account;
}
