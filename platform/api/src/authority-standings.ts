import { GrantStanding, WaitingStanding } from '@platform/core/objects/grant-standing';
import { GrantId } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { Cursor, Limit, PAGED } from './lists.ts';
import type { ClosableTable } from './route.ts';

/** What the books have of grants’ mandates and payees, for the people who are asked. */
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
