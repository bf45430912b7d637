import { OPEN_STATUSES } from '@platform/core/decide/grant-states';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import { versionsOf } from '@platform/core/signed/key-history';
import type { Place, StoredMandate } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';
import { endGrant } from './end-grant.ts';
import { endingOf, endOfMandate, type InForce, inForceFor } from './mandate-end.ts';

type Deps = Pick<
  AuthorityDeps,
  | 'deployment'
  | 'store'
  | 'readProfile'
  | 'keys'
  | 'crypto'
  | 'authority'
  | 'clock'
  | 'randomBytes'
  | 'venue'
  | 'cloudToken'
  | 'receiptQueued'
>;

const BATCH = 100;

/** Ends every grant whose own time, or whose mandate's, is over, so that nobody is asked to approve it. */
export async function sweepGrants(deps: Deps): Promise<void> {
  await expireGrants(deps);
  for (const mandate of await deps.store.mandatesWithOpenGrants()) {
    const inForce = await inForceFor(deps, mandate);
    const { contract_id: mandateId } = mandate.contract;
    if (endOfMandate(mandate, inForce, deps.clock()) !== null)
      await endAll(deps, () => deps.store.waitingGrants(mandateId, BATCH));
    else if (hasMarkedApprover(inForce.keys)) await endByApproval(deps, mandate, inForce);
  }
}

function hasMarkedApprover(keys: KeySet): boolean {
  return Object.values(keys).some(
    (entry) =>
      entry.role === 'approver' && versionsOf(entry).some((version) => version.compromised_at !== null),
  );
}

/** Ends the grants that stand on an approval by a marked key. */
async function endByApproval(deps: Deps, mandate: StoredMandate, inForce: InForce): Promise<void> {
  const asked = {
    statuses: OPEN_STATUSES,
    mandateId: mandate.contract.contract_id,
    tenants: null,
    limit: BATCH,
  };
  let after: Place | null = null;
  for (;;) {
    const page: readonly GrantRecord[] = await deps.store.grants({ ...asked, after });
    for (const record of page) {
      const isOver = endingOf(record, mandate, inForce, deps.clock()) !== null;
      if (isOver && (await endIfOver(deps, record.grant.grant_id))) deps.receiptQueued();
    }
    const last = page.at(-1);
    if (last === undefined || page.length < BATCH) return;
    after = { at: last.action.proposed_at, id: last.grant.grant_id };
  }
}

/** Ends every grant whose own time is over: silence is a refusal. */
export function expireGrants(deps: Deps): Promise<void> {
  return endAll(deps, () => deps.store.dueGrants(deps.clock(), BATCH));
}

async function endAll(deps: Deps, find: () => Promise<readonly string[]>): Promise<void> {
  for (;;) {
    const found = await find();
    let ended = 0;
    for (const grantId of found) if (await endIfOver(deps, grantId)) ended += 1;
    if (ended > 0) deps.receiptQueued();
    // If none ended, another process was faster, or the profile is trusted again.
    if (found.length < BATCH || ended === 0) return;
  }
}

async function endIfOver(deps: Deps, grantId: string): Promise<boolean> {
  const found = await deps.store.grant(grantId);
  const mandate = found === null ? null : await deps.store.mandate(found.grant.contract_id);
  if (found === null || mandate === null) return false;
  const inForce = await inForceFor(deps, mandate);
  return deps.store.atomically(async (unit) => {
    await unit.lockTenant(found.grant.tenant);
    const grant = await unit.grant(grantId);
    const mandate = await unit.mandate(found.grant.contract_id);
    if (grant === null || mandate === null) return false;
    const ending = endingOf(grant.record, mandate, inForce, deps.clock());
    return ending !== null && endGrant(deps, unit, grant, ending);
  });
}
