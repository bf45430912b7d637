import { fail, ok, type Result } from '@common/base/result';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { Signature } from '@platform/core/objects/signature';
import { checkSignerNow } from '@platform/core/signed/stolen-keys';
import type { StoredMandate } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';

export type SignerRefusal = 'signer_not_trusted';

interface SignedObjects {
  readonly mandate: StoredMandate;
  readonly profile: SignedProfile;
  /** The grant with its approvals, if there is one yet. */
  readonly grant?: GrantRecord;
}

/**
 * Checks, by the enforcement point's rule, that everything people signed for an action still counts:
 * signatures by a stolen key, or by a key that is no longer trusted, do not. INVARIANT: checked whenever
 * authority is used, not only where the enforcement point would refuse.
 */
export function checkSigners(
  { crypto }: Pick<AuthorityDeps, 'crypto'>,
  { mandate, profile, grant }: SignedObjects,
  keys: KeySet,
): Result<void, SignerRefusal> {
  const approvals = grant === undefined ? [] : [...(grant.earlier_approvals ?? []), grant.approval];
  const signed: readonly (readonly [string, string, Signature, string])[] = [
    ['the mandate', mandate.contract_hash, mandate.signature, 'sign a new mandate with another key'],
    ['the profile', profile.profile_hash, profile.signature, 'publish a newer version with another key'],
    ...approvals.flatMap((approval) =>
      approval === null
        ? []
        : [['an approval', approval.action_hash, approval.signature, 'propose the action again'] as const],
    ),
  ];
  for (const [what, hash, signature, wayOut] of signed) {
    const signer = checkSignerNow(crypto, { hash, signature }, keys);
    if (!signer.ok) return fail('signer_not_trusted', `Of ${what}, ${signer.error.message}; ${wayOut}.`);
  }
  return ok(undefined);
}
