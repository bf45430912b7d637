import { instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { type SignedRefusal, verifySigned } from '@platform/proof/signed';
import type { SignedRevocation } from '@platform/protocol/mandate';
import type { StoredMandate } from '../store/store.ts';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps } from './deps.ts';

export type RevokeRefusal =
  | SignedRefusal
  | 'contract_not_found'
  | 'revocation_of_another_contract'
  | 'revocation_not_of_now'
  | 'signer_is_another_principal';

type Deps = Pick<AuthorityDeps, 'store' | 'keys' | 'crypto' | 'authority' | 'clock' | 'randomBytes'>;

const CLOCK_SKEW_MS = 60_000;

/** Revokes a mandate at once and for good; a second revocation changes nothing. */
export async function revokeMandate(
  deps: Deps,
  mandateId: string,
  signed: SignedRevocation,
): Promise<Result<StoredMandate, RevokeRefusal>> {
  const { revocation, revocation_hash: hash, signature } = signed;
  const found = await deps.store.mandate(mandateId);
  if (found === null) return fail('contract_not_found', `There is no mandate ${mandateId}.`);
  if (revocation.contract_id !== mandateId || revocation.contract_hash !== found.contract_hash) {
    return fail('revocation_of_another_contract', `The revocation does not name the mandate ${mandateId}.`);
  }
  // Receipts judge by this instant: one other than now could spoil the evidence of what was done before.
  const revokedAt = instantMs(revocation.revoked_at);
  if (revokedAt === null || Math.abs(revokedAt - deps.clock()) > CLOCK_SKEW_MS) {
    return fail('revocation_not_of_now', 'revoked_at must be the current time, to within a minute.');
  }
  const keys = await deps.keys();
  const at = revocation.revoked_at;
  const valid = verifySigned(deps.crypto, { object: revocation, hash, signature, keys, at });
  if (!valid.ok) return valid;
  if (keys[signature.kid]?.person !== found.contract.principal) {
    return fail('signer_is_another_principal', `Only ${found.contract.principal} can revoke this mandate.`);
  }
  return deps.store.atomically(async (unit) => {
    await unit.lockTenant(found.contract.tenant);
    const current = await unit.mandate(mandateId);
    if (current === null) return fail('contract_not_found', `There is no mandate ${mandateId}.`);
    if (current.revocation !== null) return ok(current);
    await unit.setRevocation(mandateId, signed);
    await appendEvent(deps, unit, {
      kind: 'mandate_revoked',
      source: deps.authority.kid,
      tenant: current.contract.tenant,
      mandateId,
      grantId: null,
      body: signed,
    });
    return ok({ ...current, revocation: signed });
  });
}
