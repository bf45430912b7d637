import { compareInstants } from '@common/base/instant';
import { isOpen, OPEN_STATUSES, TRANSITIONS } from '@platform/policy/grant-states';
import type { GrantFilter, StoredGrant, StoredMandate } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';
import { afterEnding } from './end-grant.ts';
import { endingOf, versionInForce } from './mandate-end.ts';

type Deps = Pick<AuthorityDeps, 'store' | 'readProfile' | 'clock'>;

/** How many grants stored as pending or active are searched for those that are over. */
const MOST_LATE = 1_000;

/** A grant's state at this instant: over once its time is over, even if nobody has recorded that yet. */
export async function readGrant(deps: Deps, grantId: string): Promise<StoredGrant | null> {
  const found = await deps.store.grant(grantId);
  if (found === null) return null;
  const [standing = found] = await asTheyStand(deps, [found]);
  return standing;
}

/** Grants in their state at this instant, newest first. */
export async function listGrants(deps: Deps, filter: GrantFilter): Promise<readonly StoredGrant[]> {
  const { status, limit } = filter;
  const stored = [...(await deps.store.grants(filter))];
  if (status === TRANSITIONS.revoke.to || status === TRANSITIONS.expire.to) {
    for (const waiting of OPEN_STATUSES) {
      stored.push(...(await deps.store.grants({ ...filter, status: waiting, limit: MOST_LATE })));
    }
  }
  const standing = await asTheyStand(deps, stored);
  return standing
    .filter((grant) => status === null || grant.status === status)
    .sort((a, b) => compareInstants(b.proposedAt, a.proposedAt))
    .slice(0, limit);
}

async function asTheyStand(deps: Deps, grants: readonly StoredGrant[]): Promise<readonly StoredGrant[]> {
  const mandates = new Map<string, MandateNow>();
  const standing: StoredGrant[] = [];
  for (const grant of grants) {
    const { contract_id: id } = grant.grant;
    const mandate = isOpen(grant.status) ? (mandates.get(id) ?? (await readMandate(deps, id))) : null;
    if (mandate !== null) mandates.set(id, mandate);
    const ending = mandate === null ? null : endingOf(grant, mandate.stored, mandate.version, deps.clock());
    standing.push(ending === null ? grant : { ...grant, ...afterEnding(ending) });
  }
  return standing;
}

interface MandateNow {
  readonly stored: StoredMandate;
  /** In force for its profile. */
  readonly version: string | null;
}

async function readMandate(deps: Deps, mandateId: string): Promise<MandateNow> {
  const stored = await deps.store.mandate(mandateId);
  if (stored === null) throw new Error(`a grant has no mandate ${mandateId}`);
  return { stored, version: await versionInForce(deps, stored) };
}
