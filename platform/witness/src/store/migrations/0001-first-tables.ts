import type { Migration } from '@common/kit/sql/migrate';
import { ownerTable } from '@common/kit/sql/owner';
import { columnTypes } from '@common/kit/sql/portable';

export const firstTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('cosigned')
    .addColumn('origin', type.text, (column) => column.primaryKey())
    .addColumn('tree_size', type.integer, (column) => column.notNull())
    .addColumn('root_hash', type.text, (column) => column.notNull())
    .addColumn('note', type.text, (column) => column.notNull())
    .execute();
  await ownerTable(db, engine);
};
