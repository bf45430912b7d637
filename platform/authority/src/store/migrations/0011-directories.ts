import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/**
 * Directories of payees, recipients, symbols and accounts, and what of them decided a grant. An entry is a leaf of the log
 * as a receipt is.
 */
export const directories: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  for (const [table, at] of [
    ['directory_entry', 'recorded_at'],
    ['directory_draft', 'entered_at'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('tenant', type.text, (column) => column.notNull())
      .addColumn('profile', type.text, (column) => column.notNull())
      .addColumn('directory', type.text, (column) => column.notNull())
      .addColumn('sequence', type.integer, (column) => column.notNull())
      .addColumn(at, type.text, (column) => column.notNull())
      .addColumn('entry_json', type.text, (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_place`, ['tenant', 'profile', 'directory', 'sequence'])
      .execute();
  }
  await db.schema
    .alterTable('directory_entry')
    .addColumn('leaf_index', type.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('directory_entry_leaf')
    .unique()
    .on('directory_entry')
    .column('leaf_index')
    .execute();
  await db.schema.alterTable('grant_body').addColumn('directories_json', type.text).execute();
};
