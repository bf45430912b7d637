import { formatInstant } from '@common/base/instant';
import { fail, type Result } from '@common/base/result';
import type { KeyVersion } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { type SignedRefusal, verifySigned } from '@platform/core/signed/signed';
import { unlessStolen } from '@platform/core/signed/stolen-keys';
import type { StoredMandate } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';

export type PrincipalRefusal = SignedRefusal | 'signer_is_another_principal';

interface SignedByPrincipal {
  readonly object: { readonly type: string; readonly deployment: string };
  readonly hash: string;
  readonly signature: Signature;
}

/**
 * Refuses what the mandate's own principal did not sign, with a key that is good now. The key may be bounded to other
 * tenants: that is enough to end a mandate or grant, because ending must be easy, and not to settle one.
 */
export async function checkPrincipal(
  { crypto, keys, clock }: Pick<AuthorityDeps, 'crypto' | 'keys' | 'clock'>,
  signed: SignedByPrincipal,
  { contract }: StoredMandate,
): Promise<Result<KeyVersion, PrincipalRefusal>> {
  const valid = unlessStolen(
    verifySigned(crypto, { ...signed, keys: await keys(), at: formatInstant(clock()) }),
  );
  if (!valid.ok) return valid;
  if (valid.value.person === contract.principal) return valid;
  return fail(
    'signer_is_another_principal',
    `Only ${contract.principal} can decide on this mandate’s grants.`,
  );
}
