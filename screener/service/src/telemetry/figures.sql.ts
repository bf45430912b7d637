import type { Database } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import type { ScreenerSchema } from '../store/schema.ts';
import type { FigureStore } from './figures.store.ts';

export function createFigureStore({ db }: Database<ScreenerSchema>): FigureStore {
  return {
    async oldestBulkJob() {
      const { since } = await db
        .selectFrom('bulk_symbol')
        .innerJoin('bulk_job', 'bulk_job.id', 'bulk_symbol.job_id')
        .select(({ fn }) => fn.min('bulk_job.created_at').as('since'))
        .where('bulk_symbol.result', 'is', null)
        .executeTakeFirstOrThrow();
      return since === null ? null : toInteger(since);
    },
    async alerts(now) {
      const row = await db
        .selectFrom('alert_delivery')
        .select(({ fn }) => [fn.countAll().as('count'), fn.min('free_at').as('since')])
        .where('ended_at', 'is', null)
        .where('free_at', '<=', now)
        .executeTakeFirstOrThrow();
      return { count: toInteger(row.count), since: row.since === null ? null : toInteger(row.since) };
    },
  };
}
