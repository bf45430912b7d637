import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { type ApproverRefusal, type GivenApproval, mayApprove } from '@platform/core/decide/approval';
import { activeUntil, isOpen, mayMove } from '@platform/core/decide/grant-states';
import type { Approval, ApprovalRequest, Grant, GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry, KeySet, KeyVersion } from '@platform/core/objects/key-entry';
import type { Reason } from '@platform/core/objects/reasons';
import { actionHash } from '@platform/core/signed/sealed-action';
import {
  keyOf,
  ofAnotherDeployment,
  type SignatureRefusal,
  signObject,
  verifySignature,
} from '@platform/core/signed/signed';
import { checkSignerNow, unlessStolen } from '@platform/core/signed/stolen-keys';
import type { StoredGrant, Unit } from '../store/store.ts';
import { alreadyAnswered } from './answered.ts';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps } from './deps.ts';
import { type CounterRefusal, raiseCounter } from './device-counter.ts';
import { type Ending, endGrant } from './end-grant.ts';
import { endOfStatements } from './end-of-statements.ts';
import { endingOf, inForceFor, refusalOfEnd } from './mandate-end.ts';
import { agentEvent } from './notice-events.ts';
import { endOfEntries } from './read-directory.ts';

export type ApproveRefusal =
  | SignatureRefusal
  | ApproverRefusal
  | 'deployment_mismatch'
  | 'grant_not_found'
  | 'grant_not_pending'
  | 'grant_expired'
  | 'action_hash_mismatch'
  | 'kid_unknown'
  | CounterRefusal
  | Reason;

/**
 * Approves the exact action of a held grant, which becomes active once enough approvers of its route have
 * signed. The hash is recomputed from the stored canonical action, so a signature over any other action is
 * refused. INVARIANT: the signature is checked before the tenant is locked, so a stranger makes nobody wait;
 * a grant's action and time of proposal never change. The clock is read only once.
 */
export async function approveGrant(
  given: AuthorityDeps,
  grantId: string,
  request: ApprovalRequest,
): Promise<Result<GrantRecord, ApproveRefusal>> {
  const nowMs = given.clock();
  const deps: AuthorityDeps = { ...given, clock: () => nowMs };
  const found = await deps.store.grant(grantId);
  if (found === null) return fail('grant_not_found', `There is no grant ${grantId}.`);
  if (found.action.deployment !== deps.deployment) {
    return ofAnotherDeployment(found.action, deps.deployment);
  }
  const keys = await deps.keys();
  const entry = keyOf(keys, request.signature.kid);
  if (entry === undefined) return fail('kid_unknown', `There is no key ${request.signature.kid}.`);
  const signed = checkSignature(deps, found, request, entry, nowMs);
  if (!signed.ok) return signed;
  const key = signed.value;
  const known = await deps.store.mandate(found.grant.contract_id);
  if (known === null) throw new Error(`grant ${grantId} has no mandate`);
  const inForce = await inForceFor(deps, known);
  const profile = await deps.readProfile(known.contract.profile);
  const approved = await deps.store.atomically(async (unit): Promise<Result<GrantRecord, ApproveRefusal>> => {
    await unit.lockTenant(found.grant.tenant);
    const stored = await unit.grant(grantId);
    if (stored === null) return fail('grant_not_found', `There is no grant ${grantId}.`);
    const { record } = stored;
    const mandate = await unit.mandate(record.grant.contract_id);
    if (mandate === null) throw new Error(`grant ${grantId} has no mandate`);
    const ending =
      endingOf(record, mandate, inForce, nowMs) ??
      (isOpen(record.status) && profile.ok
        ? ((await endOfEntries(deps, unit, record, {
            profile: profile.value.profile,
            manifest: profile.value.plugin.manifest,
            keys,
          })) ??
          endOfStatements(deps, record, { mandate: mandate.contract, inForce: profile.value, keys }, nowMs))
        : null);
    const standing = await checkStanding(deps, unit, stored, ending);
    if (standing !== null) return standing;
    const before = record.earlier_approvals ?? [];
    const earlier = before.flatMap((approval) => stillGood(deps, approval, keys));
    const allowed = mayApprove({
      mandate: mandate.contract,
      proposedAt: record.action.proposed_at,
      approvals: [...earlier.map(({ given }) => given), { key, approvedMs: nowMs }],
    });
    if (!allowed.ok) return allowed;
    const counted = await raiseCounter(unit, key, request.signature);
    if (!counted.ok) return counted;
    const approvals = earlier.map(({ approval }) => approval);
    const held = { ...stored, record: withEarlier(record, approvals) };
    const approval = {
      action_hash: record.action_hash,
      approved_at: formatInstant(nowMs),
      signature: request.signature,
    };
    const approved =
      allowed.value.missing === 0
        ? await activate(deps, unit, held, approval, activeUntil(mandate.contract, nowMs))
        : await keepApproval(deps, unit, held.record, approval);
    deps.faults.at('approved', 'before');
    return ok(approved);
  });
  deps.faults.at('approved', 'after');
  // A grant that turned out to be over still gets a receipt.
  if (!approved.ok) deps.receiptQueued();
  return approved;
}

/**
 * Checks that the signature covers this grant's action, by a key that may sign approvals and is valid now.
 */
function checkSignature(
  { crypto }: Pick<AuthorityDeps, 'crypto'>,
  grant: GrantRecord,
  request: ApprovalRequest,
  key: KeyEntry,
  nowMs: number,
): Result<KeyVersion, ApproveRefusal> {
  const hash = actionHash(crypto, grant.action, grant.salts);
  if (hash === null || request.action_hash !== hash || hash !== grant.action_hash) {
    return fail('action_hash_mismatch', 'The hash does not match this grant’s action: read the grant again.');
  }
  const at = formatInstant(nowMs);
  return unlessStolen(
    verifySignature(crypto, { hash, signature: request.signature, key, type: 'sanad/action/1', at }),
  );
}

async function checkStanding(
  deps: AuthorityDeps,
  unit: Unit,
  stored: StoredGrant,
  ending: Ending | null,
): Promise<Result<never, ApproveRefusal> | null> {
  if (ending !== null) await endGrant(deps, unit, stored, ending);
  const { record } = stored;
  const over = refusalOfEnd(ending ?? record.ending);
  if (over !== null) return over;
  if (ending !== null) return fail('grant_not_pending', `The grant is denied: ${ending.detail}.`);
  if (mayMove(record.status, 'approve')) return null;
  return alreadyAnswered(record, 'approved');
}

/** Drops an approval whose key was marked as stolen or is no longer trusted: it must be given again. */
function stillGood(
  { crypto }: Pick<AuthorityDeps, 'crypto'>,
  approval: Approval,
  keys: KeySet,
): readonly { readonly approval: Approval; readonly given: GivenApproval }[] {
  const { action_hash: hash, signature, approved_at: at } = approval;
  const key = keyOf(keys, signature.kid);
  if (key === undefined) return [];
  const made = verifySignature(crypto, { hash, signature, key, type: 'sanad/action/1', at });
  if (!made.ok) return [];
  if (!checkSignerNow(crypto, { hash, signature }, keys).ok) return [];
  return [{ approval, given: { key: made.value, approvedMs: requiredMs(at) } }];
}

/** Stores the approval of a grant that stays pending, because others must approve too. */
async function keepApproval(
  deps: AuthorityDeps,
  unit: Unit,
  record: GrantRecord,
  approval: Approval,
): Promise<GrantRecord> {
  const kept = withEarlier(record, [...(record.earlier_approvals ?? []), approval]);
  if (!(await unit.keepApprovals(kept))) throw new Error('a locked grant moved');
  await appendApproval(deps, unit, kept, 'grant_partly_approved', approval);
  return kept;
}

/** Puts the approvals before the last one at their place in the order in which a record is sent. */
function withEarlier(
  { earlier_approvals: _, redemption_id, redeemed_at, receipt_id, ...record }: GrantRecord,
  approvals: readonly Approval[],
): GrantRecord {
  return {
    ...record,
    ...(approvals.length === 0 ? {} : { earlier_approvals: [...approvals] }),
    redemption_id,
    redeemed_at,
    receipt_id,
  };
}

async function appendApproval(
  deps: AuthorityDeps,
  unit: Unit,
  { grant }: GrantRecord,
  kind: 'grant_approved' | 'grant_partly_approved',
  { action_hash, signature }: Approval,
): Promise<void> {
  await appendEvent(deps, unit, {
    kind,
    tenant: grant.tenant,
    contract_id: grant.contract_id,
    grant_id: grant.grant_id,
    body: { action_hash, signature },
  });
}

/** Signs the grant again, because the enforcement point needs its last approver and its new expiry. */
async function activate(
  deps: AuthorityDeps,
  unit: Unit,
  held: StoredGrant,
  approval: Approval,
  expiresAt: string,
): Promise<GrantRecord> {
  const { record } = held;
  const { approved_at: at } = approval;
  const grant: Grant = {
    ...record.grant,
    outcome: 'allow',
    approved_by: approval.signature.kid,
    approved_at: at,
    issued_at: at,
    expires_at: expiresAt,
  };
  const { hash, signature } = signObject(deps.crypto, deps.authority, grant);
  const active = await unit.moveGrant('approve', {
    ...held,
    record: { ...record, grant, grant_hash: hash, signature, approval },
  });
  if (active === null) throw new Error('a locked grant moved');
  await appendApproval(deps, unit, active.record, 'grant_approved', approval);
  await unit.tellAgent(agentEvent('grant.approved', active.record, deps.clock()), grant.contract_id);
  return active.record;
}
