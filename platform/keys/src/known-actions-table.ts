import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** The table of `known-actions.ts`, the same in both databases. A released migration: it never changes. */
export const knownActionsTable: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('known_action')
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('key', type.text, (column) => column.notNull())
    .addColumn('proposed_at', type.text, (column) => column.notNull())
    .addColumn('grant_id', type.text, (column) => column.notNull())
    .addColumn('facade', type.text, (column) => column.notNull())
    .addColumn('params', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('known_action_key', ['tenant', 'key', 'proposed_at', 'grant_id'])
    .execute();
  await db.schema.createIndex('known_action_by_grant').on('known_action').column('grant_id').execute();
};
