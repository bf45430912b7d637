import { LogStanding } from '@platform/core/objects/log';
import { AskedThings, Ending } from '@platform/core/objects/standing';
import { Type } from 'typebox';
import { Limit, PAGED } from './lists.ts';
import type { ClosableTable } from './route.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** What has ended, to which every head of the log commits (ADR 0031). */
export const ENDINGS = {
  readLogStanding: {
    method: 'GET',
    path: '/log/standing',
    reads: 'public',
    summary: 'Proof of what had ended at a head of the log, and what had not',
    description:
      'One proof for all that is asked about, under `standing` of the head. A head from before heads had one, or more than a thousand endings ago, is refused.',
    tag: 'log',
    query: Type.Object({
      things: AskedThings,
      tree_size: Type.Optional({ ...Count, description: 'Size of a past head; default: the newest' }),
    }),
    answer: LogStanding,
    refusals: [404, 422],
  },
  listEndings: {
    method: 'GET',
    path: '/log/endings',
    reads: 'public',
    summary: 'All that has ended, in the order in which it was recorded',
    description: `Numbered from 0. Added to the map one by one, they give the root of each head. ${PAGED}`,
    tag: 'log',
    query: Type.Object({
      from: Type.Optional({ ...Count, description: 'Number of the first ending wanted; default 0' }),
      limit: Limit,
    }),
    answer: Type.Array(Ending),
    pages: 'next',
  },
} satisfies ClosableTable;
