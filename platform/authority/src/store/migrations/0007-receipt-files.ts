import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes, toInteger } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/**
 * How far the files in `out/` are written, instead of a mark on each receipt, which was a second write of its row; and
 * the files that are to be removed, because their receipts' bodies are deleted.
 */
export const receiptFiles: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('receipt_files')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('next_leaf', type.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('file_to_remove')
    .addColumn('receipt_id', type.text, (column) => column.primaryKey())
    .execute();
  const no = sql.raw(engine === 'postgres' ? 'false' : '0');
  await sql`
    insert into file_to_remove (receipt_id)
    select receipt_id from receipt where is_exported = ${no} and pruned_by is not null
  `.execute(db);
  const { rows } = await sql<{ next_leaf: number | string }>`
    select coalesce(
      (select min(leaf_index) from receipt where is_exported = ${no} and pruned_by is null),
      (select max(leaf_index) + 1 from receipt),
      0
    ) as next_leaf
  `.execute(db);
  const nextLeaf = toInteger(rows[0]?.next_leaf ?? 0);
  await sql`insert into receipt_files (id, next_leaf) values (1, ${nextLeaf})`.execute(db);
  await db.schema.dropIndex('receipt_by_export').execute();
  await db.schema.alterTable('receipt').dropColumn('is_exported').execute();
};
