import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** What stays of a receipt when its body goes. A database that is in use without these columns is refused before. */
export const receiptRetention: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  for (const name of ['log_entry', 'profile', 'assembled_at'] as const) {
    await db.schema
      .alterTable('receipt')
      .addColumn(name, type.text, (column) => column.notNull().defaultTo(''))
      .execute();
  }
  await db.schema.alterTable('receipt').addColumn('pruned_by', type.text).execute();
  await db.schema
    .createIndex('receipt_by_age')
    .on('receipt')
    .columns(['profile', 'pruned_by', 'assembled_at'])
    .execute();
};
