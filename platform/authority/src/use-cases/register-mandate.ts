import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { type MandateRefusal, mandateRefusals } from '@platform/core/decide/mandate-bounds';
import type { SignedMandate } from '@platform/core/objects/mandate';
import { versionsOf } from '@platform/core/signed/key-history';
import { checkMandateSigner, type MandateSignerRefusal } from '@platform/core/signed/mandate-signer';
import type { ProfileRefusal } from '@platform/core/signed/profile';
import { type SignedRefusal, verifySigned } from '@platform/core/signed/signed';
import { unlessStolen } from '@platform/core/signed/stolen-keys';
import type { StoredMandate } from '../store/store.ts';
import { appendEvent } from './append-event.ts';
import { refusalOfKept } from './continuity.ts';
import type { AuthorityDeps } from './deps.ts';

export type RegisterRefusal =
  | MandateRefusal
  | ProfileRefusal
  | SignedRefusal
  | 'profile_unknown'
  | MandateSignerRefusal
  | 'agent_key_not_own'
  | 'contract_exists'
  | 'contract_revoked';

type Deps = Pick<
  AuthorityDeps,
  'deployment' | 'store' | 'kept' | 'readProfile' | 'keys' | 'crypto' | 'authority' | 'clock' | 'randomBytes'
>;

interface MandateRegistration {
  readonly mandate: StoredMandate;
  /** False if exactly the same mandate was registered before. */
  readonly isNew: boolean;
}

/**
 * Registers a mandate that its principal signed. Refuses it if the signature is not the principal's, or if it
 * exceeds the profile in force or cites another version of it.
 */
export async function registerMandate(
  deps: Deps,
  signed: SignedMandate,
): Promise<Result<MandateRegistration, RegisterRefusal>> {
  const { contract: mandate, contract_hash: hash, signature } = signed;
  const nowMs = deps.clock();
  const now = formatInstant(nowMs);
  const profile = await deps.readProfile(mandate.profile);
  if (!profile.ok) {
    const { code, message } = profile.error;
    return code === 'plugin_missing' ? fail('profile_unknown', message) : profile;
  }
  const keys = await deps.keys();
  const valid = unlessStolen(verifySigned(deps.crypto, { object: mandate, hash, signature, keys, at: now }));
  if (!valid.ok) return valid;
  const signer = checkMandateSigner(valid.value, mandate);
  if (!signer.ok) return signer;
  const { agent_key: own } = mandate;
  const other = Object.values(keys)
    .flatMap(versionsOf)
    .find(({ public_key }) => public_key === own?.public_key);
  if (other !== undefined) {
    return fail(
      'agent_key_not_own',
      `The agent’s key is ${other.kid}: the agent needs one that nobody else has.`,
    );
  }
  const { profile: inForce, plugin } = profile.value;
  const [refusal] = mandateRefusals(inForce, plugin.manifest, mandate, nowMs);
  if (refusal !== undefined) return refusal;
  const revoked = refusalOfKept(await deps.kept.revocation(mandate.contract_id), hash);
  if (!revoked.ok && (await deps.store.mandate(mandate.contract_id)) === null) return revoked;
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
      registered_at: now,
      revocation: null,
      revocationRecordedAt: null,
    };
    await unit.insertMandate(stored);
    await appendEvent(deps, unit, {
      kind: 'mandate_registered',
      tenant: mandate.tenant,
      contract_id: mandate.contract_id,
      grant_id: null,
      body: { contract_hash: hash, signature },
    });
    return ok({ mandate: stored, isNew: true });
  });
}
