import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** What became later of what receipts say: leaves of the log beside them. */
export const addenda: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('addendum')
    .addColumn('leaf_index', type.integer, (column) => column.primaryKey())
    .addColumn('receipt_id', type.text, (column) => column.notNull())
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('state', type.text, (column) => column.notNull())
    .addColumn('recorded_at', type.text, (column) => column.notNull())
    .addColumn('addendum_json', type.text, (column) => column.notNull())
    .addUniqueConstraint('addendum_once', ['receipt_id', 'state'])
    .execute();
};
