import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/**
 * The tables of `known-actions.ts`, the same in both databases; the keys are made anew of the live actions. A released
 * migration: it never changes.
 */
export const narrowKnownActionsTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema.dropTable('known_action').execute();
  const actions = db.schema
    .createTable('known_action')
    .addColumn('grant_id', type.text, (column) => column.primaryKey())
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('facade', type.text, (column) => column.notNull())
    .addColumn('proposed_at', type.integer, (column) => column.notNull())
    .addColumn('params', type.text, (column) => column.notNull())
    .addColumn('keys', type.text, (column) => column.notNull());
  const keys = db.schema
    .createTable('known_key')
    .addColumn('key', type.integer, (column) => column.notNull())
    .addColumn('proposed_at', type.integer, (column) => column.notNull())
    .addColumn('grant_id', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('known_key_key', ['key', 'proposed_at', 'grant_id']);
  const rules = db.schema
    .createTable('known_rules')
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('facade', type.text, (column) => column.notNull())
    .addColumn('rules', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('known_rules_key', ['tenant', 'facade']);
  for (const table of [actions, keys, rules])
    await (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
};
