import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** Directories as this enforcement point has followed them. */
export const directories: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('directory_entry')
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('profile', type.text, (column) => column.notNull())
    .addColumn('directory', type.text, (column) => column.notNull())
    .addColumn('sequence', type.integer, (column) => column.notNull())
    .addColumn('entry_json', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('directory_entry_place', ['tenant', 'profile', 'directory', 'sequence'])
    .execute();
};
