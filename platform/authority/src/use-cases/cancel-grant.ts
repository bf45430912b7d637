import { fail, ok, type Result } from '@common/base/result';
import { mayMove, TRANSITIONS } from '@platform/core/decide/grant-states';
import type { CancelledGrant, GrantRecord } from '@platform/core/objects/grant';
import type { SignedCancellation } from '@platform/core/objects/settlement';
import type { Unit } from '../store/store.ts';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps } from './deps.ts';
import { afterEnding, type Ending, endGrant } from './end-grant.ts';
import { untilQuiet } from './end-of-leases.ts';
import { keepEnd } from './keep-ends.ts';
import { cancellationDetail, endingOf, type InForce, inForceFor } from './mandate-end.ts';
import { checkPrincipal, type PrincipalRefusal } from './principal-signature.ts';
import { stateOf } from './revoke-mandate.ts';

export type CancelRefusal =
  | PrincipalRefusal
  | 'grant_not_found'
  | 'cancellation_of_another_grant'
  | 'grant_is_over';

/**
 * Stops one grant, whose mandate stays in force: ends it if it was not spent, and otherwise gives it no further lease.
 * Returns once nothing can leave under it. INVARIANT: as for a revocation, the cancellation is recorded under the
 * tenant's lock, and then every lease that was given before has run out or the grant is reported.
 */
export async function cancelGrant(
  deps: AuthorityDeps,
  grantId: string,
  signed: SignedCancellation,
): Promise<Result<CancelledGrant, CancelRefusal>> {
  const { cancellation, cancellation_hash: hash, signature } = signed;
  const found = await deps.store.grant(grantId);
  if (found === null) return fail('grant_not_found', `There is no grant ${grantId}.`);
  if (cancellation.grant_id !== grantId || cancellation.action_hash !== found.action_hash) {
    return fail('cancellation_of_another_grant', `The cancellation does not name ${grantId} and its action.`);
  }
  const mandate = await deps.store.mandate(found.grant.contract_id);
  if (mandate === null) throw new Error(`grant ${grantId} has no mandate`);
  const valid = await checkPrincipal(deps, { object: cancellation, hash, signature }, mandate);
  if (!valid.ok) return valid;
  const cancelled = await recordCancellation(deps, found, signed);
  if (!cancelled.ok) return cancelled;
  await keepEnd(deps.kept, signed);
  if (cancelled.value.redemption_id === null) return ok({ ...cancelled.value, stopped: 'never_left' });
  const reported = () => deps.store.atomically((unit) => unit.enforcementEvent(grantId));
  await untilQuiet(deps, async () => ((await reported()) === null ? [grantId] : []));
  const record = (await deps.store.grant(grantId)) ?? cancelled.value;
  return ok({ ...record, stopped: stateOf(await reported()) });
}

/**
 * Cancels grants that this database shows as valid although their principals cancelled them, because it is an older
 * copy. Returns those grants. INVARIANT: a kept cancellation is not judged again, as with `recordRevocation`.
 */
export async function applyKeptCancellations(deps: AuthorityDeps): Promise<readonly string[]> {
  const applied: string[] = [];
  for (const signed of await deps.kept.cancellations()) {
    const { grant_id: grantId, action_hash: hash } = signed.cancellation;
    const grant = await deps.store.grant(grantId);
    const isOver = grant === null || grant.receipt_id !== null || grant.cancellation !== undefined;
    if (isOver || grant.action_hash !== hash) continue;
    const cancelled = await recordCancellation(deps, grant, signed);
    if (cancelled.ok) applied.push(grantId);
  }
  return applied;
}

async function recordCancellation(
  deps: AuthorityDeps,
  grant: GrantRecord,
  signed: SignedCancellation,
): ReturnType<typeof cancelLocked> {
  const mandate = await deps.store.mandate(grant.grant.contract_id);
  if (mandate === null) throw new Error(`grant ${grant.grant.grant_id} has no mandate`);
  const inForce = await inForceFor(deps, mandate);
  const cancelled = await deps.store.atomically((unit) => cancelLocked(deps, unit, grant, signed, inForce));
  deps.receiptQueued();
  return cancelled;
}

async function cancelLocked(
  deps: AuthorityDeps,
  unit: Unit,
  { grant: { grant_id: grantId, tenant, contract_id } }: GrantRecord,
  signed: SignedCancellation,
  inForce: InForce,
): Promise<Result<GrantRecord, CancelRefusal>> {
  await unit.lockTenant(tenant);
  const stored = await unit.grant(grantId);
  const mandate = await unit.mandate(contract_id);
  if (stored === null || mandate === null) throw new Error(`${grantId} or its mandate is gone`);
  const { record } = stored;
  const ended = endingOf(record, mandate, inForce, deps.clock());
  if (ended !== null) await endGrant(deps, unit, stored, ended);
  const isSpent = record.status === TRANSITIONS.redeem.to;
  if (record.cancellation !== undefined) return ok(record);
  const isReported = isSpent && (await unit.enforcementEvent(grantId)) !== null;
  if (ended !== null || isReported || !(isSpent || mayMove(record.status, 'cancel'))) {
    return fail('grant_is_over', 'The grant has ended already; its receipt says how.');
  }
  await appendEvent(deps, unit, {
    kind: 'grant_cancelled',
    tenant,
    contract_id,
    grant_id: grantId,
    body: signed,
  });
  if (isSpent) {
    await unit.noteOnGrant(grantId, { cancellation: signed });
    return ok({ ...record, cancellation: signed });
  }
  const ending: Ending = {
    event: 'cancel',
    reason: 'cancelled_by_principal',
    detail: cancellationDetail(mandate.contract.principal, signed),
    cancellation: signed,
  };
  if (!(await endGrant(deps, unit, stored, ending))) throw new Error('a locked grant moved');
  return ok({ ...record, ...afterEnding(ending) });
}
