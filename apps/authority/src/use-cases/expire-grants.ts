import { type AuthorityDeps, instantOf } from './deps.ts';
import { endGrant } from './end-grant.ts';

type Deps = Pick<AuthorityDeps, 'store' | 'crypto' | 'authority' | 'clock' | 'venue' | 'receiptQueued'>;

const BATCH = 100;

/** Ends every grant whose time is over: silence is a refusal. Returns how many it ended. */
export async function expireGrants(deps: Deps): Promise<number> {
  let ended = 0;
  for (;;) {
    const due = await deps.store.dueGrants(instantOf(deps.clock()), BATCH);
    for (const grantId of due) if (await expireGrant(deps, grantId)) ended += 1;
    if (ended > 0) deps.receiptQueued();
    if (due.length < BATCH) return ended;
  }
}

/** Ends one grant if its time is over. */
export async function expireGrant(deps: Deps, grantId: string): Promise<boolean> {
  const found = await deps.store.grant(grantId);
  if (found === null) return false;
  return deps.store.atomically(async (unit) => {
    await unit.lockTenant(found.grant.tenant);
    const grant = await unit.grant(grantId);
    if (grant === null || (grant.status !== 'pending' && grant.status !== 'active')) return false;
    const { expires_at: expiresAt } = grant.grant;
    if (expiresAt === null || expiresAt > instantOf(deps.clock())) return false;
    return endGrant(deps, unit, grant, {
      outcome: 'expired',
      reason: 'grant_expired',
      detail:
        grant.status === 'pending'
          ? `not approved by ${expiresAt}`
          : `not presented for execution by ${expiresAt}`,
    });
  });
}
