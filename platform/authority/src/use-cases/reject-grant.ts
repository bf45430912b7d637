import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { type ApproverRefusal, mayReject } from '@platform/core/decide/approval';
import { mayMove } from '@platform/core/decide/grant-states';
import type { GrantRecord, SignedRejection } from '@platform/core/objects/grant';
import type { Reason } from '@platform/core/objects/reasons';
import { ofAnotherDeployment, type SignedRefusal, verifySigned } from '@platform/core/signed/signed';
import { unlessStolen } from '@platform/core/signed/stolen-keys';
import { alreadyAnswered } from './answered.ts';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps } from './deps.ts';
import { type CounterRefusal, raiseCounter } from './device-counter.ts';
import { afterEnding, type Ending, endGrant } from './end-grant.ts';
import { endingOf, inForceFor, refusalOfEnd } from './mandate-end.ts';

export type RejectRefusal =
  | SignedRefusal
  | ApproverRefusal
  | CounterRefusal
  | 'grant_not_found'
  | 'grant_not_pending'
  | 'rejection_of_another_grant'
  | 'grant_expired'
  | Reason;

/**
 * Ends a held grant because an approver rejects it. INVARIANT: of a concurrent approval and rejection one
 * wins, because both move the grant from `pending` under the tenant's lock; and a rejection names its grant,
 * so it ends no other. The action is not examined, so a faulty one can be rejected too.
 */
export async function rejectGrant(
  given: AuthorityDeps,
  grantId: string,
  signed: SignedRejection,
): Promise<Result<GrantRecord, RejectRefusal>> {
  const nowMs = given.clock();
  const deps: AuthorityDeps = { ...given, clock: () => nowMs };
  const { rejection, rejection_hash: hash, signature } = signed;
  const found = await deps.store.grant(grantId);
  if (found === null) return fail('grant_not_found', `There is no grant ${grantId}.`);
  if (rejection.grant_id !== grantId) {
    return fail('rejection_of_another_grant', `The rejection names ${rejection.grant_id}.`);
  }
  if (rejection.deployment !== deps.deployment) return ofAnotherDeployment(rejection, deps.deployment);
  const keys = await deps.keys();
  const at = formatInstant(nowMs);
  const valid = unlessStolen(verifySigned(deps.crypto, { object: rejection, hash, signature, keys, at }));
  if (!valid.ok) return valid;
  const key = valid.value;
  const known = await deps.store.mandate(found.grant.contract_id);
  if (known === null) throw new Error(`grant ${grantId} has no mandate`);
  const inForce = await inForceFor(deps, known);
  const rejected = await deps.store.atomically(async (unit): Promise<Result<GrantRecord, RejectRefusal>> => {
    await unit.lockTenant(found.grant.tenant);
    const stored = await unit.grant(grantId);
    const mandate = await unit.mandate(found.grant.contract_id);
    if (stored === null || mandate === null) throw new Error(`${grantId} or its mandate is gone`);
    const { record } = stored;
    const ended = endingOf(record, mandate, inForce, nowMs);
    if (ended !== null) await endGrant(deps, unit, stored, ended);
    const over = refusalOfEnd(ended ?? record.ending);
    if (over !== null) return over;
    if (!mayMove(record.status, 'reject')) return alreadyAnswered(record, 'rejected');
    const allowed = mayReject(mandate.contract, key);
    if (!allowed.ok) return allowed;
    const counted = await raiseCounter(unit, key, signature);
    if (!counted.ok) return counted;
    const ending: Ending = {
      event: 'reject',
      reason: 'approver_rejected',
      detail: `Rejected by ${key.person} (${key.kid}): ${rejection.reason}`,
      rejection: { rejected_at: at, ...signed },
    };
    if (!(await endGrant(deps, unit, stored, ending))) throw new Error('a locked grant moved');
    await appendEvent(deps, unit, {
      kind: 'grant_rejected',
      tenant: record.grant.tenant,
      contract_id: record.grant.contract_id,
      grant_id: grantId,
      body: signed,
    });
    deps.faults.at('rejected', 'before');
    return ok({ ...record, ...afterEnding(ending) });
  });
  if (rejected.ok) deps.faults.at('rejected', 'after');
  // Both a rejected grant and one that turned out to be over get a receipt.
  deps.receiptQueued();
  return rejected;
}
