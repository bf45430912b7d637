import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** How far each witness has followed the log (ADR 0027). */
export const witnesses: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('log_witness')
    .addColumn('origin', type.text, (column) => column.notNull())
    .addColumn('witness', type.text, (column) => column.notNull())
    .addColumn('tree_size', type.integer, (column) => column.notNull())
    .addColumn('claimed_size', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('log_witness_key', ['origin', 'witness'])
    .execute();
};
