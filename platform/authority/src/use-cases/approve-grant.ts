import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { type ApproverRefusal, mayApprove } from '@platform/policy/approval';
import { activeUntil, mayMove } from '@platform/policy/grant-states';
import { hashOf } from '@platform/proof/hash';
import { keyOf, type SignatureRefusal, signObject, verifySignature } from '@platform/proof/signed';
import type { ApprovalRequest, Grant } from '@platform/protocol/grant';
import type { Mandate } from '@platform/protocol/mandate';
import type { StoredGrant, Unit } from '../store/store.ts';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps } from './deps.ts';
import { type Ending, endGrant } from './end-grant.ts';
import { endingOf, refusalOfEnd, versionInForce } from './mandate-end.ts';

export type ApproveRefusal =
  | SignatureRefusal
  | ApproverRefusal
  | 'grant_not_found'
  | 'grant_not_pending'
  | 'grant_expired'
  | 'action_hash_mismatch'
  | 'kid_unknown'
  | 'contract_revoked'
  | 'contract_expired';

/**
 * Approves the exact action of a held grant. The hash is recomputed from the stored canonical action, so a signature
 * over any other action is refused.
 */
export async function approveGrant(
  deps: AuthorityDeps,
  grantId: string,
  request: ApprovalRequest,
): Promise<Result<StoredGrant, ApproveRefusal>> {
  const found = await deps.store.grant(grantId);
  if (found === null) return fail('grant_not_found', `There is no grant ${grantId}.`);
  const mandate = await deps.store.mandate(found.grant.contract_id);
  const policyVersion = mandate === null ? null : await versionInForce(deps, mandate);
  const keys = await deps.keys();
  const key = keyOf(keys, request.signature.kid);
  if (key === undefined) return fail('kid_unknown', `There is no key ${request.signature.kid}.`);
  const approved = await deps.store.atomically(async (unit): Promise<Result<StoredGrant, ApproveRefusal>> => {
    await unit.lockTenant(found.grant.tenant);
    const grant = await unit.grant(grantId);
    if (grant === null) return fail('grant_not_found', `There is no grant ${grantId}.`);
    const mandate = await unit.mandate(grant.grant.contract_id);
    if (mandate === null) throw new Error(`grant ${grantId} has no mandate`);
    const nowMs = deps.clock();
    const standing = await checkStanding(deps, unit, grant, endingOf(grant, mandate, policyVersion, nowMs));
    if (standing !== null) return standing;
    const actionHash = hashOf(deps.crypto, grant.action);
    if (request.action_hash !== actionHash || actionHash !== grant.actionHash) {
      return fail(
        'action_hash_mismatch',
        'The hash does not match this grant’s action: read the grant again.',
      );
    }
    const allowed = mayApprove({ mandate: mandate.contract, key, proposedAt: grant.proposedAt, nowMs });
    if (!allowed.ok) return allowed;
    const valid = verifySignature(deps.crypto, {
      hash: actionHash,
      signature: request.signature,
      key,
      type: 'sanad/action/1',
      at: formatInstant(nowMs),
    });
    if (!valid.ok) return valid;
    const active = await activate(deps, unit, grant, { request, mandate: mandate.contract, nowMs });
    deps.faults.at('approved', 'before');
    return ok(active);
  });
  deps.faults.at('approved', 'after');
  // A grant found to be over here still gets a receipt.
  if (!approved.ok) deps.receiptQueued();
  return approved;
}

async function checkStanding(
  deps: AuthorityDeps,
  unit: Unit,
  grant: StoredGrant,
  ending: Ending | null,
): Promise<Result<never, ApproveRefusal> | null> {
  if (ending !== null) await endGrant(deps, unit, grant, ending);
  const over = refusalOfEnd(ending ?? grant.ending);
  if (over !== null) return over;
  if (mayMove(grant.status, 'approve')) return null;
  return fail('grant_not_pending', `This grant is ${grant.status}: only a pending grant can be approved.`);
}

/** Signs the grant again: what the enforcement point reads names the approver and a new time. */
async function activate(
  deps: AuthorityDeps,
  unit: Unit,
  held: StoredGrant,
  approval: { readonly request: ApprovalRequest; readonly mandate: Mandate; readonly nowMs: number },
): Promise<StoredGrant> {
  const { request, mandate, nowMs } = approval;
  const at = formatInstant(nowMs);
  const grant: Grant = {
    ...held.grant,
    outcome: 'allow',
    approved_by: request.signature.kid,
    approved_at: at,
    issued_at: at,
    expires_at: activeUntil(mandate, nowMs),
  };
  const { hash, signature } = signObject(deps.crypto, deps.authority, grant);
  const active = await unit.moveGrant('approve', {
    ...held,
    grant,
    grant_hash: hash,
    signature,
    approval: { action_hash: held.actionHash, approved_at: at, signature: request.signature },
  });
  if (active === null) throw new Error('a locked grant moved');
  await appendEvent(deps, unit, {
    kind: 'grant_approved',
    source: deps.authority.kid,
    tenant: grant.tenant,
    mandateId: grant.contract_id,
    grantId: grant.grant_id,
    body: { action_hash: held.actionHash, signature: request.signature },
  });
  return active;
}
