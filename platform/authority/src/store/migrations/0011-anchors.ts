import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** Heads of the log that were, or are being, posted to a public log (ADR 0027). */
export const anchors: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('log_anchor')
    .addColumn('origin', type.text, (column) => column.notNull())
    .addColumn('tree_size', type.integer, (column) => column.notNull())
    .addColumn('note', type.text, (column) => column.notNull())
    .addColumn('log_key', type.text, (column) => column.notNull())
    .addColumn('signature', type.text, (column) => column.notNull())
    .addColumn('state', type.text, (column) => column.notNull())
    .addColumn('entry', type.text)
    .addColumn('trusted_log', type.text)
    .addColumn('prepared_at', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('log_anchor_key', ['origin', 'tree_size'])
    .execute();
};
