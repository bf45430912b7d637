import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

export const intents: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('intent')
    .addColumn('grant_id', type.text, (column) => column.primaryKey())
    .addColumn('operation', type.text, (column) => column.notNull())
    .addColumn('state', type.text, (column) => column.notNull())
    .addColumn('request', type.text, (column) => column.notNull())
    .addColumn('presentation', type.text)
    .addColumn('redemption', type.text, (column) => column.notNull())
    .addColumn('redeemed', type.text)
    .addColumn('ending', type.text)
    .addColumn('receipt_id', type.text)
    .addColumn('attempts', type.integer, (column) => column.notNull())
    .addColumn('due_at', type.integer, (column) => column.notNull())
    .addColumn('lease_owner', type.text)
    .addColumn('lease_until', type.integer, (column) => column.notNull())
    .addColumn('presented_at', type.integer, (column) => column.notNull())
    .execute();
  // Finished intents are nearly all of them, and the reconciler looks for the others every few seconds.
  await sql`create index intent_unfinished on intent (due_at) where state <> 'recorded'`.execute(db);
  await db.schema
    .createTable('seen_profile')
    .addColumn('name', type.text, (column) => column.primaryKey())
    .addColumn('version', type.text, (column) => column.notNull())
    .addColumn('profile_hash', type.text, (column) => column.notNull())
    .execute();
};
