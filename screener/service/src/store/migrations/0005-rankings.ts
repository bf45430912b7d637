import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** One ranking of each kind with its lines, and the run that makes the next one. */
export const rankingTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('ranking')
    .addColumn('kind', type.text, (column) => column.primaryKey())
    // A RankingSummary.
    .addColumn('summary', type.text, (column) => column.notNull())
    .addColumn('started_at', type.integer, (column) => column.notNull())
    .addColumn('finished_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('ranking_line')
    .addColumn('kind', type.text, (column) => column.notNull().references('ranking.kind').onDelete('cascade'))
    // A rank, or a negative number for a company named without one.
    .addColumn('place', type.integer, (column) => column.notNull())
    .addColumn('content', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('ranking_line_key', ['kind', 'place'])
    .execute();
  await db.schema
    .createTable('ranking_run')
    .addColumn('kind', type.text, (column) => column.primaryKey())
    .addColumn('token', type.text)
    .addColumn('started_at', type.integer, (column) => column.notNull())
    // The end of the lease; 0 when there is no run.
    .addColumn('free_at', type.integer, (column) => column.notNull())
    .execute();
};
