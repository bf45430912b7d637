import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** How often something was done by each entry of a list, such as a payee: counted with the search, behind the log. */
export const listedUses: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('listed_use')
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('profile', type.text, (column) => column.notNull())
    .addColumn('list', type.text, (column) => column.notNull())
    .addColumn('values_hash', type.text, (column) => column.notNull())
    .addColumn('times', type.integer, (column) => column.notNull())
    .addColumn('first_ms', type.integer, (column) => column.notNull())
    .addColumn('last_ms', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('listed_use_key', ['tenant', 'profile', 'list', 'values_hash'])
    .execute();
};
