import { type Static, Type } from 'typebox';
import { closed, Instant, Name, nullable } from './primitives.ts';

/**
 * `approval.reminder` goes to approvers who were notified and have not approved at half of the time, `grant.in_doubt`
 * to the mandate's principal.
 */
const NOTICE_TYPES = ['approval.requested', 'approval.reminder', 'grant.in_doubt'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/**
 * `waiting`: for the first attempt or the next. `withdrawn`: not sent, because the approval was no longer
 * wanted.
 */
const NOTICE_STATES = ['waiting', 'delivered', 'given_up', 'withdrawn'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

/** `GET /grants/{grant_id}/notices` of the authority: who was notified that an approval is wanted. */
export const GrantNotice = closed({
  type: Type.Enum([...NOTICE_TYPES]),
  person: Name,
  state: Type.Enum([...NOTICE_STATES]),
  attempts: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  entered_at: Instant,
  ended_at: nullable(Instant),
});
export type GrantNotice = Static<typeof GrantNotice>;
