import type { AuthorityDeps } from './deps.ts';
import { endGrant } from './end-grant.ts';
import { endingOf, endOfMandate, inForceFor } from './mandate-end.ts';

type Deps = Pick<
  AuthorityDeps,
  | 'deployment'
  | 'store'
  | 'readProfile'
  | 'keys'
  | 'crypto'
  | 'authority'
  | 'clock'
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
    if (endOfMandate(mandate, inForce, deps.clock()) === null) continue;
    const { contract_id: mandateId } = mandate.contract;
    await endAll(deps, () => deps.store.waitingGrants(mandateId, BATCH));
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
