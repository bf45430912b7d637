import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { checkMandate, type MandateRefusal } from '@platform/policy/mandate-bounds';
import type { ProfileRefusal } from '@platform/proof/profile';
import { type SignedRefusal, verifySigned } from '@platform/proof/signed';
import type { SignedMandate } from '@platform/protocol/mandate';
import type { StoredMandate } from '../store/store.ts';
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

interface Registered {
  readonly mandate: StoredMandate;
  /** False if exactly the same mandate was registered before. */
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
  const { contract: mandate, contract_hash: hash, signature } = signed;
  const nowMs = deps.clock();
  const now = formatInstant(nowMs);
  const manifest = [...deps.plugins.values()].find(({ profile }) => profile === mandate.profile);
  if (manifest === undefined) {
    return fail('profile_unknown', `No plugin here has the profile ${mandate.profile}.`);
  }
  const profile = await deps.readProfile(mandate.profile);
  if (!profile.ok) return profile;
  const keys = await deps.keys();
  const valid = verifySigned(deps.crypto, { object: mandate, hash, signature, keys, at: now });
  if (!valid.ok) return valid;
  if (keys[signature.kid]?.person !== mandate.principal) {
    return fail(
      'signer_is_another_principal',
      `The mandate names ${mandate.principal} as its principal, but ${signature.kid} is not that person’s key.`,
    );
  }
  const bounds = checkMandate(profile.value.profile, manifest, mandate, nowMs);
  if (!bounds.ok) return bounds;
  return deps.store.atomically(async (unit) => {
    await unit.lockTenant(mandate.tenant);
    const existing = await unit.mandate(mandate.contract_id);
    if (existing !== null) {
      if (existing.contract_hash === hash) return ok({ mandate: existing, isNew: false });
      return fail(
        'contract_exists',
        `${mandate.contract_id} is already another mandate’s id: choose a new contract_id.`,
      );
    }
    const stored: StoredMandate = {
      contract: mandate,
      contract_hash: hash,
      signature,
      registeredAt: now,
      revocation: null,
    };
    await unit.insertMandate(stored);
    await appendEvent(deps, unit, {
      kind: 'mandate_registered',
      source: deps.authority.kid,
      tenant: mandate.tenant,
      mandateId: mandate.contract_id,
      grantId: null,
      body: { contract_hash: hash, signature },
    });
    return ok({ mandate: stored, isNew: true });
  });
}
