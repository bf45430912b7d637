import type { Migration } from '@common/kit/sql/migrate';

/** Creates the table of long work that was begun and can be continued. */
export const unfinishedWork: Migration = async (db) => {
  await db.schema
    .createTable('unfinished_work')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('inputs', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .execute();
};
