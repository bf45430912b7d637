import { type Static, Type } from 'typebox';
import type { AgentEvent } from './agent-webhook.ts';
import { closed, Instant, Name, nullable, TenantId } from './primitives.ts';

/**
 * What people are told as those whom a mandate names. `approval.reminder` goes to approvers who were notified and have
 * not approved at half of the time, `grant.in_doubt` to the mandate's principal.
 */
const PERSON_NOTICES = ['approval.requested', 'approval.reminder', 'grant.in_doubt'] as const;

/** What a sink may be told of. */
export const NOTICE_KINDS = [
  'approval.requested',
  'limit.near',
  'directory.changed',
  'key.marked',
  'profile.published',
  'grant.outcome_unknown',
  'effect.returned',
  'reconciliation.differs',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** `notices.left_out` stands for those that a recipient was not sent one by one. */
const SINK_NOTICES = [...NOTICE_KINDS, 'notices.left_out', 'test'] as const;

export type NoticeType = (typeof PERSON_NOTICES)[number] | (typeof SINK_NOTICES)[number] | AgentEvent;

/**
 * `waiting`: for the first attempt or the next. `withdrawn`: not sent, because it was no longer wanted.
 */
const NOTICE_STATES = ['waiting', 'delivered', 'given_up', 'withdrawn'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

const DELIVERY = {
  state: Type.Enum([...NOTICE_STATES]),
  attempts: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  entered_at: Instant,
  ended_at: nullable(Instant),
};

/** `GET /grants/{grant_id}/notices` of the authority: who was notified that an approval is wanted. */
export const GrantNotice = closed({ type: Type.Enum([...PERSON_NOTICES]), person: Name, ...DELIVERY });
export type GrantNotice = Static<typeof GrantNotice>;

/** How a notice reaches its recipient: `webhook` by Standard Webhooks, `slack` as a text that such a channel shows. */
const NOTICE_WAYS = ['webhook', 'slack', 'mail'] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];

const NoticeId = Type.String({ pattern: '^ntc_[0-9a-f]{24}$', description: 'The same in every attempt' });

const NoticeSink = closed({
  name: Name,
  way: Type.Enum([...NOTICE_WAYS]),
  tenant: nullable({ ...TenantId, description: 'Whose notices it gets; null for those of all' }),
  kinds: Type.Array(Type.Enum([...NOTICE_KINDS]), { maxItems: NOTICE_KINDS.length }),
  details: Type.Boolean({ description: 'Whether amounts, payees and names are sent there' }),
});
export type NoticeSink = Static<typeof NoticeSink>;

const SentNotice = closed({ id: NoticeId, type: Type.Enum([...SINK_NOTICES]), sink: Name, ...DELIVERY });
export type SentNotice = Static<typeof SentNotice>;

/** `GET /notices` of the authority. Because reads are open, it shows neither addresses nor problems. */
export const SentNotices = closed({
  sinks: Type.Array(NoticeSink),
  notices: Type.Array(SentNotice, { description: 'The newest that were entered for a sink' }),
});
export type SentNotices = Static<typeof SentNotices>;

/** `POST /notices/{sink}/test` of the authority. */
export const TestNotice = closed({ id: NoticeId });

/** One kind of notice. `about` names what happened, without amounts or payees; `told` is what else is known of it. */
interface Content<Type extends NoticeType, About, Told = Readonly<Record<never, never>>> {
  readonly type: Type;
  readonly about: Readonly<About>;
  /** INVARIANT: leaves this deployment only to recipients whose operator allows details. */
  readonly told: Readonly<Told>;
}

interface OfGrant {
  readonly grant_id: string;
  readonly action_hash: string;
  readonly expires_at?: string;
}

/** INVARIANT: nothing that the agent is not told by `GET /v1/grants/{grant_id}`, in the same words. */
export interface OfAgentsGrant {
  readonly grant_id: string;
  readonly contract_id: string;
  readonly tool: string;
  readonly status: 'approved' | 'denied' | 'executed' | 'refused';
  readonly reason: string;
  readonly expires_at?: string;
  readonly receipt_id?: string;
}

export type NoticeContent =
  | Content<AgentEvent, OfAgentsGrant>
  | Content<'approval.requested', OfGrant>
  | Content<'approval.reminder', OfGrant>
  | Content<'grant.in_doubt', OfGrant>
  /** What a counterparty accepted failed or came back later. */
  | Content<'effect.returned', OfGrant>
  | Content<'grant.outcome_unknown', OfGrant & { readonly redeemed_at: string }>
  | Content<
      'limit.near',
      {
        readonly tenant: string;
        readonly contract_id: string;
        readonly limit: string;
        readonly day?: string;
      },
      {
        readonly profile: string;
        readonly mandate?: string;
        readonly used: string;
        readonly max: string;
        readonly currency?: string;
      }
    >
  | Content<
      'directory.changed',
      {
        readonly tenant: string;
        readonly profile: string;
        readonly directory: string;
        readonly sequence: number;
        readonly change: 'added' | 'changed' | 'ended';
      },
      { readonly name: string; readonly label?: string; readonly by: readonly string[] }
    >
  | Content<
      'key.marked',
      { readonly kid: string },
      { readonly by: string; readonly since: string; readonly person: string }
    >
  | Content<
      'profile.published',
      { readonly profile: string; readonly version: string },
      { readonly by: string }
    >
  | Content<
      'reconciliation.differs',
      { readonly tenant: string; readonly period: string },
      { readonly account: string; readonly differences: number }
    >
  | Content<'notices.left_out', { readonly left_out: number }>
  | Content<'test', Readonly<Record<never, never>>>;
