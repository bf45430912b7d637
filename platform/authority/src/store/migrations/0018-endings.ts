import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/**
 * All that has ended, numbered, and the map of it to which each head of the log commits. What had ended before is entered
 * by the first start.
 */
export const endings: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('ending')
    .addColumn('number', type.integer, (column) => column.primaryKey())
    .addColumn('map_key', type.text, (column) => column.notNull().unique())
    .addColumn('kind', type.text, (column) => column.notNull())
    .addColumn('id', type.text, (column) => column.notNull())
    .addColumn('ended_at', type.text, (column) => column.notNull())
    .addColumn('ended_by', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('ending_node')
    .addColumn('hash', type.text, (column) => column.primaryKey())
    .addColumn('node', type.text, (column) => column.notNull())
    .addColumn('replaced_by', type.integer)
    .execute();
  await db.schema.createIndex('ending_node_replaced').on('ending_node').column('replaced_by').execute();
  await db.schema
    .createTable('ending_state')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('size', type.integer, (column) => column.notNull())
    .addColumn('root_hash', type.text, (column) => column.notNull())
    .execute();
  await sql`insert into ending_state (id, size, root_hash) values (1, 0, ${'0'.repeat(64)})`.execute(db);
};
