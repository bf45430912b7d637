import { type Static, Type } from 'typebox';
import { closed, Instant, Name, nullable } from './primitives.ts';

/** `approval.reminder` goes to who was told and has not approved at half of the time. */
const NOTICE_TYPES = ['approval.requested', 'approval.reminder'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/**
 * `waiting` for its first attempt or the next; `withdrawn`: it was not sent, because the approval was not wanted any more.
 */
const NOTICE_STATES = ['waiting', 'delivered', 'given_up', 'withdrawn'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

/** `GET /grants/{grant_id}/notices` of the authority: who was told that an approval is wanted. */
export const GrantNotice = closed({
  type: Type.Enum([...NOTICE_TYPES]),
  person: Name,
  state: Type.Enum([...NOTICE_STATES]),
  attempts: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  entered_at: Instant,
  ended_at: nullable(Instant),
});
export type GrantNotice = Static<typeof GrantNotice>;
