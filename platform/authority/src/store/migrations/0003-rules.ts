import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** Profiles and plugins that grants were decided by: a receipt shows those of its grant, not the newest. */
export const rules: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('rules')
    .addColumn('profile_hash', type.text, (column) => column.primaryKey())
    .addColumn('profile_json', type.text, (column) => column.notNull())
    .addColumn('plugin_json', type.text, (column) => column.notNull())
    .execute();
};
