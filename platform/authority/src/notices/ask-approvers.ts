import { requiredMs } from '@common/base/instant';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { NoticeWay } from '@platform/core/objects/notice';
import { keyOf } from '@platform/core/signed/signed';
import { type AddressBook, type PersonAddress, wayOf } from '@platform/keys/notice-addresses';
import type { NewNotice, NoticeRound, NoticeStore } from '../store/notices.store.ts';
import { type AuthorityDeps, freshId } from '../use-cases/deps.ts';
import { peopleOf, routeEnd, whomToAsk } from '../use-cases/notice-rounds.ts';
import { readGrant } from '../use-cases/read-grants.ts';
import { TOLD_MS } from './tell-sinks.ts';

export interface NoticeDeps
  extends Pick<
    AuthorityDeps,
    'store' | 'readProfile' | 'keys' | 'crypto' | 'clock' | 'randomBytes' | 'faults'
  > {
  readonly notices: NoticeStore;
  readonly addresses: Pick<AddressBook<PersonAddress>, 'address'>;
}

const BATCH = 100;

/** Ends the rounds that are due by entering a notice for each approver to ask. */
export async function askApprovers(deps: NoticeDeps, onError: (error: unknown) => void): Promise<void> {
  for (;;) {
    const due = await deps.notices.dueRounds(deps.clock(), BATCH);
    let ended = 0;
    for (const round of due) {
      try {
        await deps.notices.endRound(round, await noticesOf(deps, round, onError));
        ended += 1;
      } catch (error) {
        // The failed round stays due, and the others continue.
        onError(error);
      }
    }
    if (due.length < BATCH || ended === 0) return;
  }
}

async function noticesOf(
  deps: NoticeDeps,
  { grant_id, route: index, round }: NoticeRound,
  onError: (error: unknown) => void,
): Promise<readonly NewNotice[]> {
  const grant = await readGrant(deps, grant_id);
  if (grant === null) return [];
  if (round === 'in_doubt') return doubtNotices(deps, grant, onError);
  if (grant.status !== 'pending') return [];
  const mandate = await deps.store.mandate(grant.grant.contract_id);
  const route = mandate?.contract.approval.routes?.[index];
  if (route === undefined) return [];
  const until = routeEnd(route, grant.grant, requiredMs(grant.action.proposed_at));
  const now = deps.clock();
  if (until <= now) return [];
  const keys = await deps.keys();
  const people = peopleOf(route, (name) => keyOf(keys, name)?.person ?? name);
  const known = await deps.notices.noticesOf(grant_id);
  const requests = known.filter(({ type }) => type === 'approval.requested');
  const reachable = await reachableAmong(deps, people, onError);
  const toAsk = whomToAsk({
    round,
    people,
    needed: route.approvals_needed ?? 1,
    approved: approversOf(grant, keys),
    asked: new Map(requests.map(({ recipient, state }) => [recipient, state])),
    reachable: new Set(reachable.keys()),
  });
  const common = { about: grant_id, content: null, until, entered_at: now };
  return toAsk.map(({ person, type }) => ({
    ...common,
    type,
    id: freshId('ntc_', deps),
    recipient: person,
    isBounded: reachable.get(person) !== 'webhook',
  }));
}

async function doubtNotices(
  deps: NoticeDeps,
  grant: GrantRecord,
  onError: (error: unknown) => void,
): Promise<readonly NewNotice[]> {
  const mandate = await deps.store.mandate(grant.grant.contract_id);
  if (mandate === null || !awaitsPrincipal(grant)) return [];
  const { principal } = mandate.contract;
  const reachable = await reachableAmong(deps, [principal], onError);
  const now = deps.clock();
  const common = { about: grant.grant.grant_id, content: null, until: now + TOLD_MS, entered_at: now };
  return [...reachable].map(([recipient, way]) => ({
    ...common,
    recipient,
    type: 'grant.in_doubt',
    id: freshId('ntc_', deps),
    isBounded: way !== 'webhook',
  }));
}

/** Whether a grant is in doubt, and its principal has not decided what it counts as. */
export function awaitsPrincipal({ in_doubt: doubt, settlement }: GrantRecord): boolean {
  if (doubt === undefined) return false;
  return settlement === undefined || settlement.settlement.choice === 'ask_again';
}

/** The people who have approved a grant that is still held. */
export function approversOf(
  { earlier_approvals: approvals = [] }: GrantRecord,
  keys: KeySet,
): readonly string[] {
  return approvals.map(({ signature }) => keyOf(keys, signature.kid)?.person ?? signature.kid);
}

/** Those who have an address that may be called, and how a notice reaches them. */
async function reachableAmong(
  deps: NoticeDeps,
  people: readonly string[],
  onError: (error: unknown) => void,
): Promise<ReadonlyMap<string, NoticeWay>> {
  const reachable = new Map<string, NoticeWay>();
  for (const person of people) {
    // Skips a person whose address cannot be read: the next approver must not wait for the operator.
    const address = await deps.addresses.address(person).catch((error: unknown) => {
      onError(error);
      return null;
    });
    if (address !== null && !(await deps.notices.hasRefused(address.id)))
      reachable.set(person, wayOf(address));
  }
  return reachable;
}
