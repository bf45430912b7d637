import { requiredMs } from '@common/base/instant';
import type { Database } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import type { SignedDoubt } from '@platform/core/objects/settlement';
import type { AuthoritySchema } from '../store/schema.ts';
import { IS_OPEN } from '../store/sql-statements.ts';
import type { FigureStore } from './figures.store.ts';

export function createFigureStore({ db }: Database<AuthoritySchema>): FigureStore {
  return {
    async receipts() {
      const row = await db
        .selectFrom('receipt_queue')
        .select(({ fn }) => [fn.countAll().as('count'), fn.min('queued_at').as('since')])
        .executeTakeFirstOrThrow();
      return { count: toInteger(row.count), since: row.since === null ? null : Date.parse(row.since) };
    },
    async notices() {
      const row = await db
        .selectFrom('notice')
        .select(({ fn }) => [fn.countAll().as('count'), fn.min('entered_at').as('since')])
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow();
      return { count: toInteger(row.count), since: row.since === null ? null : toInteger(row.since) };
    },
    async noticesGivenUp() {
      const row = await db
        .selectFrom('notice')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('state', '=', 'given_up')
        .executeTakeFirstOrThrow();
      return toInteger(row.count);
    },
    async doubts() {
      // Few: each waits for a person.
      const rows = await db
        .selectFrom('action_grant')
        .select('in_doubt_json')
        .where('in_doubt_json', 'is not', null)
        .execute();
      const since = rows.map(({ in_doubt_json: json }) => {
        const { doubt }: SignedDoubt = JSON.parse(json ?? '');
        return requiredMs(doubt.declared_at);
      });
      return { count: rows.length, since: since.length === 0 ? null : Math.min(...since) };
    },
    async openGrants() {
      const rows = await db
        .selectFrom('action_grant')
        .select(({ fn }) => ['status', fn.countAll().as('count')])
        .where(IS_OPEN)
        .groupBy('status')
        .execute();
      const countOf = (status: string) => toInteger(rows.find((row) => row.status === status)?.count ?? 0);
      return { pending: countOf('pending'), active: countOf('active') };
    },
  };
}
