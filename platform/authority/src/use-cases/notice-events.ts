import { hashOf } from '@common/evidence/hash';
import { addAmounts, isFourFifths } from '@platform/core/decide/amount';
import { dayLimits } from '@platform/core/decide/day-limits';
import type { Reservation } from '@platform/core/decide/decide';
import type { Difference } from '@platform/core/objects/account-statement';
import type { AgentEvent } from '@platform/core/objects/agent-webhook';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry, SignedCompromise } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import type { NoticeContent } from '@platform/core/objects/notice';
import type { FacadeSpec } from '@platform/core/objects/plugin';
import { CURRENCY } from '@platform/core/objects/plugin-schemas';
import type { Profile, SignedProfile } from '@platform/core/objects/profile';
import { isUndone, type SignedSettled } from '@platform/core/objects/settled';
import type { Whose } from '@platform/core/statement/read-month';
import type { NoticeEvent } from '../store/notices.store.ts';
import type { AuthorityDeps } from './deps.ts';

/** A grant that waits for a person. */
export function heldEvent({ grant }: GrantRecord, at: number): NoticeEvent {
  return {
    type: 'approval.requested',
    about: grant.grant_id,
    tenants: [grant.tenant],
    content: null,
    entered_at: at,
  };
}

/** What the agent that proposed a grant is told of it. */
export function agentEvent(type: AgentEvent, { grant }: Pick<GrantRecord, 'grant'>, at: number): NoticeEvent {
  return { type, about: grant.grant_id, tenants: [grant.tenant], content: null, entered_at: at };
}

/** What became later of what a counterparty accepted, for the agent, and for sinks if it had no effect in the end. */
export function becameEvents(
  { settled }: Pick<SignedSettled, 'settled'>,
  tenant: string,
  at: number,
): readonly NoticeEvent[] {
  const { grant_id: about, state } = settled;
  const event = { about, tenants: [tenant], content: null, entered_at: at };
  return [
    { ...event, type: `grant.${state}` },
    ...(isUndone(state) ? [{ ...event, type: 'effect.returned' } as const] : []),
  ];
}

/** A counter of a mandate, as it was before the grant took from it. */
interface CounterBefore {
  readonly counter: string;
  readonly period: string;
  readonly value: string;
}

interface TakenLimits {
  readonly spec: FacadeSpec | null;
  readonly mandate: Mandate;
  readonly profile: Profile;
  readonly before: readonly CounterBefore[];
  readonly taken: readonly Reservation[];
}

/** The limits whose use a grant takes from below four fifths to at least four fifths. */
export function limitEvents({ grant, action }: GrantRecord, of: TakenLimits, at: number): NoticeEvent[] {
  const { contract_id: id, limits, rules } = of.mandate;
  const days = of.spec === null ? [] : dayLimits(of.spec, action, of);
  const currency = rules[CURRENCY] ?? of.profile.rules[CURRENCY];
  return of.taken.flatMap(({ counter, period, amount }): NoticeEvent[] => {
    const used = of.before.find((one) => one.counter === counter && one.period === period)?.value;
    const day = days.find((limit) => limit.rule === counter && limit.day === period);
    const max = period === '' ? String(limits.use_count_max) : day?.max;
    if (used === undefined || max === undefined) return [];
    const after = addAmounts(used, amount);
    if (isFourFifths(used, max) || !isFourFifths(after, max)) return [];
    const isSum = day !== undefined && day.field !== null && typeof currency === 'string';
    const content: NoticeContent = {
      type: 'limit.near',
      about: {
        tenant: grant.tenant,
        contract_id: id,
        limit: counter,
        ...(period === '' ? {} : { day: period }),
      },
      told: {
        ...{ profile: of.mandate.profile, used: after, max },
        ...(of.mandate.name === undefined ? {} : { mandate: of.mandate.name }),
        ...(isSum ? { currency } : {}),
      },
    };
    return [event(content, `${id} ${counter} ${period}`, { tenants: [grant.tenant], at })];
  });
}

/** An entry that is in a directory from now on. */
export function entryEvent({ entry, entry_hash: hash, signatures }: SignedEntry, at: number): NoticeEvent {
  const { tenant, profile, directory, sequence, change, name, label } = entry;
  const content: NoticeContent = {
    type: 'directory.changed',
    about: { tenant, profile, directory, sequence, change },
    told: { name, ...(label === undefined ? {} : { label }), by: signatures.map(({ kid }) => kid) },
  };
  return event(content, hash, { tenants: [tenant], at });
}

/** A person's key that was marked as stolen. */
export function markEvent(
  { compromise, ...signed }: SignedCompromise,
  key: KeyEntry,
  at: number,
): NoticeEvent {
  const content: NoticeContent = {
    type: 'key.marked',
    about: { kid: key.kid },
    told: { person: key.person ?? '', by: signed.signature.kid, since: compromise.compromised_at },
  };
  const tenants = key.tenants === null || key.tenants.includes('*') ? null : key.tenants;
  return event(content, signed.compromise_hash, { tenants, at });
}

/** A version of a profile that is in force from now on, for all tenants. */
export function publishedEvent(
  { profile, profile_hash, signature }: Pick<SignedProfile, 'profile' | 'profile_hash' | 'signature'>,
  at: number,
): NoticeEvent {
  const { name, version } = profile;
  const content: NoticeContent = {
    type: 'profile.published',
    about: { profile: name, version },
    told: { by: signature.kid },
  };
  return event(content, profile_hash, { tenants: null, at });
}

interface Compared extends Whose {
  readonly differences: readonly Difference[];
}

/**
 * Records that a month's statement and the counterparty's list of movements differ. The same differences of one account
 * and month are told once: those of the same kind, in the same payments and movements.
 */
export async function recordReconciliation(
  { store, clock, crypto }: Pick<AuthorityDeps, 'store' | 'clock' | 'crypto'>,
  { tenant, account, month, differences }: Compared,
): Promise<void> {
  if (differences.length === 0) return;
  const content: NoticeContent = {
    type: 'reconciliation.differs',
    about: { tenant, period: month },
    told: { account, differences: differences.length },
  };
  const which = differences.map(({ kind, receipt_id, movement_id }) =>
    JSON.stringify([kind, receipt_id, movement_id]),
  );
  const about = `${tenant} ${account} ${month} ${hashOf(crypto, which.sort())}`;
  await store.atomically((unit) =>
    unit.enterNoticeEvents([event(content, about, { tenants: [tenant], at: clock() })]),
  );
}

function event(
  content: NoticeContent,
  about: string,
  { tenants, at }: { readonly tenants: readonly string[] | null; readonly at: number },
): NoticeEvent {
  return { type: content.type, about, tenants, content, entered_at: at };
}
