import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** How long the leases are that authorities of this database give. */
export const leaseLengths: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('lease_length')
    .addColumn('send_within_ms', type.integer, (column) => column.primaryKey())
    .addColumn('used_at', type.integer, (column) => column.notNull())
    .execute();
};
