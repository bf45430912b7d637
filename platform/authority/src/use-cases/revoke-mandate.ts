import { formatInstant, instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { EventRecord, SignedEnforcement } from '@platform/core/objects/event';
import type { StoppedState } from '@platform/core/objects/grant';
import {
  MAX_STOPPED_GRANTS,
  type RevokedMandate,
  type SignedRevocation,
} from '@platform/core/objects/mandate';
import type { StoredMandate } from '../store/store.ts';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps } from './deps.ts';
import { untilQuiet } from './end-of-leases.ts';
import { enterEndings } from './endings.ts';
import { keepEnd } from './keep-ends.ts';
import { checkPrincipal, type PrincipalRefusal } from './principal-signature.ts';

export type RevokeRefusal = PrincipalRefusal | 'contract_not_found' | 'revocation_of_another_contract';

type Deps = Pick<
  AuthorityDeps,
  | 'deployment'
  | 'store'
  | 'kept'
  | 'keys'
  | 'crypto'
  | 'authority'
  | 'clock'
  | 'randomBytes'
  | 'pause'
  | 'sendWithinMs'
>;

interface Revoked {
  readonly mandate: StoredMandate;
  readonly grants: RevokedMandate['grants'];
}

/** A revocation that is recorded, and the redeemed grants that were not reported then. */
interface Ended {
  readonly mandate: StoredMandate;
  readonly spent: readonly string[];
}

/**
 * Revokes a mandate at once and for good; a second revocation changes nothing. Returns once calls can no longer
 * begin under it, with the grants that were on their way. INVARIANT: never refused
 * because of the clock. What counts here is the authority's own instant, recorded in its event. The
 * principal's `revoked_at` stays as signed, and a receipt of an earlier redemption is never judged by a
 * `revoked_at` before it (`sequence-receipts.ts`).
 */
export async function revokeMandate(
  deps: Deps,
  mandateId: string,
  signed: SignedRevocation,
): Promise<Result<Revoked, RevokeRefusal>> {
  const { revocation, revocation_hash: hash, signature } = signed;
  const found = await deps.store.mandate(mandateId);
  if (found === null) return fail('contract_not_found', `There is no mandate ${mandateId}.`);
  if (revocation.contract_id !== mandateId || revocation.contract_hash !== found.contract_hash) {
    return fail('revocation_of_another_contract', `The revocation does not name the mandate ${mandateId}.`);
  }
  if (instantMs(revocation.revoked_at) === null) {
    return fail('instant_malformed', 'revoked_at is not an instant: write 2026-06-01T09:00:00Z.');
  }
  const valid = await checkPrincipal(deps, { object: revocation, hash, signature }, found);
  if (!valid.ok) return valid;
  const revoked = await recordRevocation(deps, found, signed);
  if (found.revocation === null) await keepEnd(deps.kept, signed);
  return ok({ mandate: revoked.mandate, grants: await stoppedGrants(deps, mandateId, revoked) });
}

/**
 * Records a revocation that was judged when it came, now or before this database was put back. INVARIANT: it is not
 * judged again, since its key may have expired or been stolen since.
 */
export function recordRevocation(deps: Deps, found: StoredMandate, signed: SignedRevocation): Promise<Ended> {
  const { contract_id: mandateId } = found.contract;
  const { revocation_hash: hash } = signed;
  return deps.store.atomically(async (unit) => {
    await unit.lockTenant(found.contract.tenant);
    const current = (await unit.mandate(mandateId)) ?? found;
    // INVARIANT: read with the revocation, because a grant that is reported from here on was still on its way.
    const spent = () => unit.unreportedGrants(mandateId, MAX_STOPPED_GRANTS);
    if (current.revocation !== null) return { mandate: current, spent: await spent() };
    const recordedAt = formatInstant(deps.clock());
    await unit.setRevocation(mandateId, signed, recordedAt);
    await appendEvent(deps, unit, {
      kind: 'mandate_revoked',
      tenant: current.contract.tenant,
      contract_id: mandateId,
      grant_id: null,
      body: signed,
    });
    await enterEndings(deps, unit, [{ kind: 'mandate', id: mandateId, by: hash, at: recordedAt }]);
    const mandate = { ...current, revocation: signed, revocationRecordedAt: recordedAt };
    return { mandate, spent: await spent() };
  });
}

/** Waits until no call can begin, and finds what has become of the grants that were on their way. */
async function stoppedGrants(
  deps: Deps,
  mandateId: string,
  { spent }: Pick<Ended, 'spent'>,
): Promise<Revoked['grants']> {
  const { store } = deps;
  const waiting = await store.waitingGrants(mandateId, MAX_STOPPED_GRANTS);
  if (spent.length > 0) await untilQuiet(deps, () => store.unreportedGrants(mandateId, 1));
  const grants = { never_left: [...waiting], perhaps_arrived: [], acknowledged: [] } as {
    [Kind in keyof Revoked['grants']]: string[];
  };
  for (const grantId of spent) {
    const reported = await store.atomically((unit) => unit.enforcementEvent(grantId));
    grants[stateOf(reported)].push(grantId);
  }
  return { ...grants, never_left: grants.never_left.slice(0, MAX_STOPPED_GRANTS) };
}

/** What had become of a redeemed grant's call, once calls can no longer begin. */
export function stateOf(reported: EventRecord | null): StoppedState {
  if (reported === null) return 'perhaps_arrived';
  const { decision } = reported.body as SignedEnforcement;
  return decision.outcome === 'executed' ? 'acknowledged' : 'never_left';
}
