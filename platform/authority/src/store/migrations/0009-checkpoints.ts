import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** The log in public formats (ADR 0027): what it signed for everyone, and who signed it with it. */
export const checkpoints: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('log_checkpoint')
    .addColumn('origin', type.text, (column) => column.notNull())
    .addColumn('tree_size', type.integer, (column) => column.notNull())
    .addColumn('note', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('log_checkpoint_key', ['origin', 'tree_size'])
    .execute();
  await db.schema
    .createTable('log_cosignature')
    .addColumn('origin', type.text, (column) => column.notNull())
    .addColumn('tree_size', type.integer, (column) => column.notNull())
    .addColumn('name', type.text, (column) => column.notNull())
    .addColumn('key_id', type.text, (column) => column.notNull())
    .addColumn('line', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('log_cosignature_key', ['origin', 'tree_size', 'name', 'key_id'])
    .execute();
};
