import { GrantStanding, WaitingStanding } from '@platform/core/objects/grant-standing';
import { GrantId } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { Cursor, Limit, PAGED } from './lists.ts';
import type { ClosableTable } from './route.ts';

/** How many grants one read of `settledGrants` may name. */
export const MOST_WAITED_FOR = 256;

/** What the books have of grants’ mandates and payees, for the people who are asked; and which no longer wait. */
export const STANDINGS = {
  listStandings: {
    method: 'GET',
    path: '/grants/standing',
    reads: 'list',
    areas: ['payments', 'approvals'],
    summary: 'When something was last done for the payee of each grant that waits',
    description: `For a list of what waits, in the order of \`GET /grants?status=pending\`. A grant whose time has just passed may still be among them. ${PAGED}`,
    tag: 'grants',
    query: Type.Object({ cursor: Cursor, limit: Limit }),
    answer: Type.Array(WaitingStanding),
    refusals: [422],
    pages: 'next',
    // Pages that list what waits are kept up to date.
    polled: true,
  },
  settledGrants: {
    method: 'GET',
    path: '/grants/settled',
    reads: 'service',
    summary: 'Which of these grants no longer wait',
    description:
      'For gateways whose agents wait: the ids of those that are not pending, and of which it is known how they ended if they were redeemed. What does not exist does not wait.',
    tag: 'grants',
    query: Type.Object({
      grant_ids: Type.String({
        pattern: '^gr_[A-Za-z0-9_-]{1,64}(,gr_[A-Za-z0-9_-]{1,64})*$',
        maxLength: MOST_WAITED_FOR * 32,
        description: `Ids with commas between them, at most ${MOST_WAITED_FOR}`,
      }),
    }),
    answer: Type.Array(GrantId),
    refusals: [422],
    // Asked several times a second while anybody waits.
    polled: true,
  },
  readStanding: {
    method: 'GET',
    path: '/grants/:grant_id/standing',
    reads: 'grant',
    areas: ['payments', 'approvals'],
    summary: 'What the books have of a grant’s mandate and payee',
    description:
      'For the person who is asked: the day’s totals before and after this grant with their limits, the mandate’s uses, and how often the same payee was paid before. A picture of the moment; nothing is decided by it.',
    tag: 'grants',
    params: Type.Object({ grant_id: GrantId }),
    answer: GrantStanding,
    refusals: [404],
  },
} satisfies ClosableTable;
