import { ok, type Result } from '@common/base/result';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import { keyOf } from '@platform/core/signed/signed';
import type { Authority } from '../use-cases/authority.ts';

/** A request, and the people whom its mandate asks and who have not approved it yet. */
export interface WaitingRequest {
  readonly record: GrantRecord;
  readonly asked: readonly string[];
}

interface Inbox {
  /** Oldest first, because the oldest ends first. */
  readonly requests: readonly WaitingRequest[];
  /** Everyone who may say that they read here: those who are asked, and those who have an approver’s key. */
  readonly people: readonly string[];
}

/** Reads all requests that wait, each with the people that it waits for. */
export type ReadInbox = () => Promise<Result<Inbox>>;

/** The most mandates whose routes are kept: they never change. */
const MOST_KEPT = 1_000;

export function createInbox(authority: Pick<Authority, 'waiting' | 'mandate' | 'keys'>): ReadInbox {
  const routes = new Map<string, Mandate['approval']>();
  const routesOf = async (id: string): Promise<Mandate['approval']> => {
    const known = routes.get(id);
    if (known !== undefined) return known;
    const found = await authority.mandate(id);
    // Without its mandate, a request is shown all the same, and for nobody in particular.
    if (!found.ok) return {};
    if (routes.size >= MOST_KEPT) routes.clear();
    routes.set(id, found.value.contract.approval);
    return found.value.contract.approval;
  };
  return async () => {
    const [waiting, known] = await Promise.all([authority.waiting(), authority.keys()]);
    if (!waiting.ok) return waiting;
    const keys = known.ok ? known.value : {};
    const requests: WaitingRequest[] = [];
    for (const record of waiting.value) {
      requests.push({ record, asked: stillAsked(await routesOf(record.grant.contract_id), record, keys) });
    }
    const holders = Object.values(keys).flatMap(({ role, person }) =>
      role === 'approver' && person !== null ? [person] : [],
    );
    const people = [...new Set([...requests.flatMap(({ asked }) => asked), ...holders])].toSorted();
    return ok({ requests, people });
  };
}

function stillAsked(
  { routes = [] }: Mandate['approval'],
  record: GrantRecord,
  keys: KeySet,
): readonly string[] {
  const given = (record.earlier_approvals ?? []).map(({ signature }) => personOf(keys, signature.kid));
  const named = routes.flatMap(({ approvers }) => approvers.map((name) => personOf(keys, name)));
  return [...new Set(named)].filter((person) => !given.includes(person));
}

/** The holder of a key. Routes name people or keys, so a name that is no known key is a person’s. */
export function personOf(keys: KeySet, name: string): string {
  return keyOf(keys, name)?.person ?? name;
}

/** The requests that wait for a person; all of them for one who did not say who they are. */
export function waitingFor(
  requests: readonly WaitingRequest[],
  me: string | null,
): readonly WaitingRequest[] {
  return me === null ? requests : requests.filter(({ asked }) => asked.includes(me));
}
