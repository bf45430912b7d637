import { fail, ok, type Result } from '@common/base/result';
import { normaliseEmail } from './mailbox.ts';
import { acceptPassword, hashPassword } from './password.ts';
import { type BegunSession, beginSession, PASSWORDS_AN_ADDRESS, type SessionDeps } from './session.ts';
import { keylessAccount } from './sign-up.ts';

type CreateRefusal = 'unusable_password' | 'address_in_use';

/**
 * Makes an account with an address that nobody has proved, and a password, where the service sends no mail. Such an
 * address is only a name: several people may have written it, and each opens only what has their own password.
 */
export async function createAccount(
  deps: SessionDeps,
  given: { readonly email: string; readonly password: string },
): Promise<Result<BegunSession, CreateRefusal>> {
  const accepted = acceptPassword(given.password);
  if (!accepted.ok) return accepted;
  const email = normaliseEmail(given.email);
  const at = deps.clock();
  const key = keylessAccount(deps, email, at);
  const record = { email, useCase: 'portal', attribution: null, at };
  const password = await hashPassword(deps, accepted.value);
  if (!(await deps.accounts.open(record, key, password, PASSWORDS_AN_ADDRESS))) {
    return fail(
      'address_in_use',
      `${PASSWORDS_AN_ADDRESS} accounts have this address and a password already. If one of them is yours, sign in. Otherwise add something to the address, as in you+sanad@example.org: no mail is sent to it.`,
    );
  }
  const begun = await beginSession(deps, key.account);
  if (begun === null) throw new Error('an account without a key');
  return ok(begun);
}
