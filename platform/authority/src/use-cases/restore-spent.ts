import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { isOpen } from '@platform/core/decide/grant-states';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { SpentGrant } from '@platform/core/objects/spent-grant';
import { checkMandateSigner } from '@platform/core/signed/mandate-signer';
import { actionHash } from '@platform/core/signed/sealed-action';
import { earliestSigning, keyOf, verifySigned } from '@platform/core/signed/signed';
import type { Unit } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';
import { type EnforcementDeps, recordEnforcement } from './record-event.ts';
import { reservationsOf, restoreGrant } from './restore-log.ts';

type Deps = EnforcementDeps & Pick<AuthorityDeps, 'readProfile'>;

export interface SpentRestored {
  /** Grants that the database had lost, or did not record as spent. */
  readonly restored: readonly string[];
  readonly refused: readonly RefusedGrant[];
  /**
   * Grants that are spent here, whose end the enforcement point reports but this database refused to record.
   */
  readonly unrecorded: readonly RefusedGrant[];
}

interface RefusedGrant {
  readonly grantId: string;
  readonly why: string;
}

type Refusal = 'not_spent' | 'rules_lost' | 'another_is_live';

/**
 * Restores grants that the enforcement point has spent and this database does not record as spent. INVARIANT:
 * signatures show that this authority gave the grant and that the enforcement point redeemed it; the only
 * conclusion is that it is over. Restore the log first, so that a grant with a receipt gets no second one.
 */
export async function restoreSpentGrants(deps: Deps, spent: readonly SpentGrant[]): Promise<SpentRestored> {
  const keys = await deps.keys();
  const restored: string[] = [];
  const refused: RefusedGrant[] = [];
  const unrecorded: RefusedGrant[] = [];
  for (const each of spent) {
    const { grant_id: grantId } = each.redemption;
    const stored = await deps.store.grant(grantId);
    if ((await deps.store.receiptIdOfGrant(grantId)) !== null) continue;
    if (stored !== null && !isOpen(stored.status) && stored.status !== 'redeemed') continue;
    if (stored?.status !== 'redeemed') {
      const checked = checkSpent(deps, each, keys);
      const done = checked.ok
        ? await restoreSpent(deps, each, { endsRefused: isRefusal(deps, each, keys) })
        : checked;
      if (!done.ok) {
        refused.push({ grantId, why: done.error.message });
        continue;
      }
      restored.push(grantId);
    }
    // The enforcement point never repeats a report that it has sent, so this records it here. A known report
    // changes nothing.
    if (each.enforcement === null) continue;
    const { sequence } = await deps.store.eventHead();
    const recorded = await recordEnforcement(deps, each.enforcement);
    if (!recorded.ok) unrecorded.push({ grantId, why: recorded.error.message });
    else if (stored?.status === 'redeemed' && recorded.value.record.event.sequence >= sequence)
      restored.push(grantId);
  }
  return { restored, refused, unrecorded };
}

function checkSpent(
  { crypto, deployment }: Deps,
  { redemption, redemption_hash, signature, redeemed }: SpentGrant,
  keys: KeySet,
): Result<void, Refusal> {
  const { record, contract: signed } = redeemed;
  const { contract } = signed;
  const given = verifySigned(crypto, {
    object: record.grant,
    hash: record.grant_hash,
    signature: record.signature,
    keys,
    at: record.grant.issued_at,
  });
  const taken = verifySigned(crypto, {
    object: redemption,
    hash: redemption_hash,
    signature,
    keys,
    at: redemption.requested_at,
  });
  const signer = keyOf(keys, signed.signature.kid);
  const allowed = verifySigned(crypto, {
    object: contract,
    hash: signed.contract_hash,
    signature: signed.signature,
    keys,
    at: signer === undefined ? contract.valid_from : earliestSigning(contract, signer),
  });
  for (const each of [given, taken, allowed]) if (!each.ok) return fail('not_spent', each.error.message);
  const { grant } = record;
  const isOne =
    given.ok &&
    given.value.role === 'authority' &&
    taken.ok &&
    taken.value.role === 'pep' &&
    allowed.ok &&
    checkMandateSigner(allowed.value, contract).ok &&
    grant.deployment === deployment &&
    redemption.grant_id === grant.grant_id &&
    redemption.grant_hash === record.grant_hash &&
    redemption.redemption_id === record.redemption_id &&
    grant.action_hash === record.action_hash &&
    actionHash(crypto, record.action, record.salts) === record.action_hash &&
    grant.contract_hash === signed.contract_hash &&
    grant.outcome === 'allow';
  return isOne ? ok(undefined) : fail('not_spent', 'grant, redemption and mandate are not of each other');
}

/** Whether the enforcement point signed that nothing was done: then the grant ends, and bars no other. */
function isRefusal(
  { crypto }: Deps,
  { enforcement, redeemed: { record } }: SpentGrant,
  keys: KeySet,
): boolean {
  if (enforcement === null) return false;
  const { decision, decision_hash: hash, signature } = enforcement;
  const signed = verifySigned(crypto, { object: decision, hash, signature, keys, at: decision.decided_at });
  const isItsEnd = signed.ok && signed.value.role === 'pep' && decision.grant_hash === record.grant_hash;
  return isItsEnd && decision.outcome === 'refused';
}

async function restoreSpent(
  deps: Deps,
  { redeemed }: SpentGrant,
  { endsRefused }: { readonly endsRefused: boolean },
): Promise<Result<void, Refusal>> {
  const { record, contract: mandate } = redeemed;
  // Stores the rules in force, in case the database has lost them.
  await deps.readProfile(mandate.contract.profile);
  return deps.store.atomically(async (unit): Promise<Result<void, Refusal>> => {
    await unit.lockTenant(record.grant.tenant);
    const rules = await unit.rules(record.grant.profile_hash);
    if (rules === null) {
      return fail('rules_lost', `the profile ${record.grant.policy_version} that it was given by is lost`);
    }
    const { manifest } = rules.plugin;
    const { facade } = record.action;
    const unique = manifest.facades.find(({ name }) => name === facade)?.idempotency.unique ?? false;
    const live = await unit.liveDuplicate(record.grant.tenant, record.action.idempotency_key);
    const isBarred = unique && live !== null && live !== record.grant.grant_id;
    if (isBarred && !endsRefused) {
      return fail(
        'another_is_live',
        `${live}, for the same effect, has not ended here: restore again once it has`,
      );
    }
    await insertMissing(deps, unit, mandate);
    const { profile } = rules.profile;
    const reservations = reservationsOf(record.action, { mandate: mandate.contract, profile, manifest });
    const { redemption_id } = redeemed;
    const spent = { status: 'redeemed', ending: null, redemption_id, receipt_id: null } as const;
    // A live grant for the same effect keeps its place: this one ends in a moment.
    await restoreGrant(unit, { record: { ...record, ...spent }, unique: unique && !isBarred, reservations });
    return ok(undefined);
  });
}

async function insertMissing(
  { clock }: Deps,
  unit: Unit,
  mandate: SpentGrant['redeemed']['contract'],
): Promise<void> {
  if ((await unit.mandate(mandate.contract.contract_id)) !== null) return;
  // A revocation recorded beside the keys is applied again at the start.
  await unit.insertMandate({
    ...mandate,
    registered_at: formatInstant(clock()),
    revocation: null,
    revocationRecordedAt: null,
  });
}
