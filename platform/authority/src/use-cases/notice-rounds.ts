import { requiredMs } from '@common/base/instant';
import { isSameHolder } from '@platform/core/decide/approval';
import type { Grant } from '@platform/core/objects/grant';
import type { ApprovalRoute, Mandate } from '@platform/core/objects/mandate';
import type { NoticeState, NoticeType } from '@platform/core/objects/notice';
import type { NoticeRound, RoundName } from '../store/notices.store.ts';

/** The value in a route's `notify` that stands for webhooks to its approvers' apps. */
const APP = 'app';

/** Returns when a held grant's approvers are to be asked: at once, and after half of each route's time. */
export function roundsOf(
  { approval }: Pick<Mandate, 'approval'>,
  grant: Pick<Grant, 'grant_id' | 'expires_at'>,
  proposedMs: number,
): readonly NoticeRound[] {
  return (approval.routes ?? []).flatMap((route, index) => {
    if (!route.notify.includes(APP)) return [];
    const half = Math.floor((routeEnd(route, grant, proposedMs) - proposedMs) / 2);
    const common = { grant_id: grant.grant_id, route: index };
    return [
      { ...common, round: 'first', due_at: proposedMs },
      { ...common, round: 'half', due_at: proposedMs + half },
    ];
  });
}

/** Returns when the principal is to be told that a grant is in doubt: at once. */
export function doubtRound(grantId: string, nowMs: number): NoticeRound {
  return { grant_id: grantId, route: 0, round: 'in_doubt', due_at: nowMs };
}

/** Returns until when a route's approvers can approve a grant that was proposed at that instant. */
export function routeEnd(
  { wait_s: waitS }: Pick<ApprovalRoute, 'wait_s'>,
  { expires_at }: Pick<Grant, 'expires_at'>,
  proposedMs: number,
): number {
  const end = proposedMs + waitS * 1_000;
  return expires_at === null ? end : Math.min(end, requiredMs(expires_at));
}

/**
 * Returns a route's approvers in its order, each person once. `personOf` maps a name or key to its person.
 */
export function peopleOf(
  { approvers }: Pick<ApprovalRoute, 'approvers'>,
  personOf: (nameOrKid: string) => string,
): readonly string[] {
  const people: string[] = [];
  for (const name of approvers) {
    const person = personOf(name);
    if (!people.some((other) => isSameHolder(other, person))) people.push(person);
  }
  return people;
}

interface RoundState {
  readonly round: Exclude<RoundName, 'in_doubt'>;
  /** The people of the route, in its order. */
  readonly people: readonly string[];
  /** How many people of the route must approve. */
  readonly needed: number;
  /** The people who have approved, by any route. */
  readonly approved: readonly string[];
  /** The state of the request to each person who was already asked. */
  readonly asked: ReadonlyMap<string, NoticeState>;
  /** The people who have an address that may be called. */
  readonly reachable: ReadonlySet<string>;
}

interface ToAsk {
  readonly person: string;
  readonly type: NoticeType;
}

/**
 * Decides whom a round asks. The first round asks as many people as must approve, in the route's order. The
 * one at half of the time reminds those who were notified and have not approved, and asks as many more as
 * approvals are missing. People without an address are skipped, because nothing can reach them.
 */
export function whomToAsk({
  round,
  people,
  needed,
  approved,
  asked,
  reachable,
}: RoundState): readonly ToAsk[] {
  const hasApproved = (person: string) => approved.some((other) => isSameHolder(other, person));
  const open = people.filter((person) => !hasApproved(person));
  // At least one: the grant still waits, so approvals by another route do not suffice for this one.
  const missing = Math.max(1, needed - (people.length - open.length));
  const canBeAsked = open.filter((person) => reachable.has(person));
  const requested = (person: string) => ({ person, type: 'approval.requested' }) as const;
  if (round === 'first') {
    const already = canBeAsked.filter((person) => asked.has(person));
    const others = canBeAsked.filter((person) => !asked.has(person));
    return others.slice(0, Math.max(0, missing - already.length)).map(requested);
  }
  const told = canBeAsked.filter((person) => asked.get(person) === 'delivered');
  const next = canBeAsked.filter((person) => !asked.has(person)).slice(0, missing);
  return [...told.map((person) => ({ person, type: 'approval.reminder' }) as const), ...next.map(requested)];
}
