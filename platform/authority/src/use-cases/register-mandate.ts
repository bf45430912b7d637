import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { checkMandate, type MandateRefusal } from '@platform/policy/mandate-bounds';
import type { ProfileRefusal } from '@platform/proof/profile';
import { type SignedRefusal, verifySigned } from '@platform/proof/signed';
import type { SignedMandate } from '@platform/protocol/mandate';
import type { StoredContract } from '../store/store.ts';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps } from './deps.ts';

export type RegisterRefusal =
  | MandateRefusal
  | ProfileRefusal
  | SignedRefusal
  | 'profile_unknown'
  | 'signer_is_another_principal'
  | 'contract_exists';

type Deps = Pick<
  AuthorityDeps,
  'store' | 'readProfile' | 'plugins' | 'keys' | 'crypto' | 'authority' | 'clock' | 'randomBytes'
>;

export interface Registered {
  readonly contract: StoredContract;
  /** False when the very same mandate was registered before. */
  readonly isNew: boolean;
}

/**
 * Registers a mandate that its principal signed. Refused when the signature is not the principal's, or when the mandate
 * exceeds the profile in force or cites another version of it.
 */
export async function registerMandate(
  deps: Deps,
  signed: SignedMandate,
): Promise<Result<Registered, RegisterRefusal>> {
  const { contract, contract_hash: hash, signature } = signed;
  const nowMs = deps.clock();
  const now = formatInstant(nowMs);
  const manifest = [...deps.plugins.values()].find(({ profile }) => profile === contract.profile);
  if (manifest === undefined) {
    return fail('profile_unknown', `No plugin here has the profile ${contract.profile}.`);
  }
  const profile = await deps.readProfile(contract.profile);
  if (!profile.ok) return profile;
  const keys = await deps.keys();
  const valid = verifySigned(deps.crypto, { object: contract, hash, signature, keys, at: now });
  if (!valid.ok) return valid;
  if (keys[signature.kid]?.person !== contract.principal) {
    return fail(
      'signer_is_another_principal',
      `The mandate names ${contract.principal} as its principal, and ${signature.kid} is not that person's key.`,
    );
  }
  const bounds = checkMandate(profile.value.profile, manifest, contract, nowMs);
  if (!bounds.ok) return bounds;
  return deps.store.atomically(async (unit) => {
    await unit.lockTenant(contract.tenant);
    const existing = await unit.contract(contract.contract_id);
    if (existing !== null) {
      if (existing.contract_hash === hash) return ok({ contract: existing, isNew: false });
      return fail('contract_exists', `${contract.contract_id} is another mandate: take a fresh contract_id.`);
    }
    const stored: StoredContract = {
      contract,
      contract_hash: hash,
      signature,
      registeredAt: now,
      revocation: null,
    };
    await unit.insertContract(stored);
    await appendEvent(deps, unit, {
      kind: 'mandate_registered',
      source: deps.authority.kid,
      tenant: contract.tenant,
      contractId: contract.contract_id,
      grantId: null,
      body: { contract_hash: hash, signature },
    });
    return ok({ contract: stored, isNew: true });
  });
}
