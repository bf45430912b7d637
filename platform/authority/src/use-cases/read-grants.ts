import { isOpen, OPEN_STATUSES, TRANSITIONS } from '@platform/core/decide/grant-states';
import type { GrantRecord, GrantStatus } from '@platform/core/objects/grant';
import { becameOf } from '@platform/core/objects/settled';
import { operationOf } from '@platform/core/request/sent';
import type { OfTenants, Place, PlacePage, StoredMandate } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';
import { afterEnding } from './end-grant.ts';
import { endingOf, type InForce, inForceFor } from './mandate-end.ts';

type Deps = Pick<AuthorityDeps, 'store' | 'readProfile' | 'keys' | 'crypto' | 'clock'>;

/**
 * Returns a grant's state at this instant: over once its time has passed, even if that is not recorded yet.
 */
export async function readGrant(deps: Deps, grantId: string): Promise<GrantRecord | null> {
  const found = await deps.store.grant(grantId);
  if (found === null) return null;
  const [standing = found] = await asTheyStand(deps, [found]);
  const [shown = standing] = await withBecame(deps, [standing]);
  return shown;
}

interface GrantQuery extends PlacePage, OfTenants {
  readonly status: GrantStatus | null;
  readonly mandateId: string | null;
  /** Only the grants of which nobody knows whether their action happened. */
  readonly inDoubt: boolean;
  /** Only spent grants of which no enforcement point has reported how they ended. */
  readonly unreported: boolean;
}

interface GrantPage {
  readonly grants: readonly GrantRecord[];
  /** The place of the last grant examined, if more may follow; null otherwise. */
  readonly more: Place | null;
}

/** How often one page is refilled: a request examines at most this many times its limit. */
const MOST_ROUNDS = 20;

/**
 * Lists grants in their state at this instant, newest first. One stored as pending or active may be over by
 * now, so each row found for a status is checked again. A page may therefore be short although more follow.
 */
export async function listGrants(deps: Deps, query: GrantQuery): Promise<GrantPage> {
  const { grants, more } = await findGrants(deps, query);
  return { grants: await withBecame(deps, grants), more };
}

async function findGrants(deps: Deps, query: GrantQuery): Promise<GrantPage> {
  const { status, limit, ...among } = query;
  const grants: GrantRecord[] = [];
  let after = query.after;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const stored = await deps.store.grants({ ...among, statuses: storedAs(status), after, limit });
    const standing = await asTheyStand(deps, stored);
    for (const grant of standing) {
      after = { at: grant.action.proposed_at, id: grant.grant.grant_id };
      if (status === null || grant.status === status) grants.push(grant);
      if (grants.length === limit) return { grants, more: after };
    }
    if (stored.length < limit) return { grants, more: null };
  }
  return { grants, more: after };
}

/** Returns the statuses under which a grant with this current status may be stored. */
function storedAs(status: GrantStatus | null): readonly GrantStatus[] | null {
  if (status === null) return null;
  return status === TRANSITIONS.revoke.to || status === TRANSITIONS.expire.to
    ? [status, ...OPEN_STATUSES]
    : [status];
}

async function asTheyStand(deps: Deps, grants: readonly GrantRecord[]): Promise<readonly GrantRecord[]> {
  const mandates = new Map<string, MandateNow>();
  const standing: GrantRecord[] = [];
  for (const grant of grants) {
    const { contract_id: id } = grant.grant;
    const mandate = isOpen(grant.status) ? (mandates.get(id) ?? (await readMandate(deps, id))) : null;
    if (mandate !== null) mandates.set(id, mandate);
    const ending = mandate === null ? null : endingOf(grant, mandate.stored, mandate.inForce, deps.clock());
    standing.push(ending === null ? grant : { ...grant, ...afterEnding(ending) });
  }
  return standing;
}

/** Adds what became later of what a counterparty accepted, where its connector says that accepting is not all. */
async function withBecame(
  { store }: Pick<Deps, 'store'>,
  grants: readonly GrantRecord[],
): Promise<readonly GrantRecord[]> {
  const accepted = grants.filter(isAccepted);
  if (accepted.length === 0) return grants;
  const hashes = [...new Set(accepted.map(({ grant }) => grant.profile_hash))];
  const rules = new Map(
    await Promise.all(hashes.map(async (hash) => [hash, await store.rules(hash)] as const)),
  );
  const settling = new Set(
    accepted.filter(({ grant, action }) => {
      const connector = rules.get(grant.profile_hash)?.plugin.connector;
      return connector !== undefined && operationOf(connector, action.facade)?.settlement !== undefined;
    }),
  );
  const ids = [...settling].flatMap(({ receipt_id: id }) => (id === null ? [] : [id]));
  const addenda = await store.addendaOf(ids);
  return grants.map((grant) => {
    if (!settling.has(grant)) return grant;
    const own = addenda.get(grant.receipt_id ?? '') ?? [];
    return { ...grant, became: becameOf(own.map(({ addendum }) => addendum)) };
  });
}

/** By its counterparty, whose acknowledgment is in the receipt, and not by its principal’s word. */
function isAccepted({ status, receipt_id: id, settlement }: GrantRecord): boolean {
  return status === TRANSITIONS.redeem.to && id !== null && settlement === undefined;
}

interface MandateNow {
  readonly stored: StoredMandate;
  readonly inForce: InForce;
}

async function readMandate(deps: Deps, mandateId: string): Promise<MandateNow> {
  const stored = await deps.store.mandate(mandateId);
  if (stored === null) throw new Error(`a grant has no mandate ${mandateId}`);
  return { stored, inForce: await inForceFor(deps, stored) };
}
