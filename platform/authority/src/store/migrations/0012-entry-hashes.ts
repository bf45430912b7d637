import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/** Entries of directories by their hash, so that a receipt can prove where in the log a directory’s head is. */
export const entryHashes: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  const hash = engine === 'sqlite' ? "entry_json ->> '$.entry_hash'" : "entry_json::json ->> 'entry_hash'";
  await db.schema
    .alterTable('directory_entry')
    .addColumn('entry_hash', type.text, (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`update directory_entry set entry_hash = ${sql.raw(hash)}`.execute(db);
  await db.schema.createIndex('directory_entry_hash').on('directory_entry').column('entry_hash').execute();
};
