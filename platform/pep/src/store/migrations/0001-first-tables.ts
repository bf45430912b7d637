import type { Migration } from '@common/kit/sql/migrate';
import { ownerTable } from '@common/kit/sql/owner';
import { columnTypes } from '@common/kit/sql/portable';
import { witnessTables } from '@platform/keys/witness/memory';
import { sql } from 'kysely';

export const firstTables: Migration = async (db, engine) => {
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
    .addColumn('reserved', type.text)
    .execute();
  // Nearly all intents are finished, and the reconciler looks for the others every few seconds.
  await sql`create index intent_unfinished on intent (due_at) where state <> 'recorded'`.execute(db);
  // An authority that lost its database asks for the recent intents, which must not mean reading all of them.
  await db.schema.createIndex('intent_by_time').on('intent').columns(['presented_at', 'grant_id']).execute();
  await db.schema
    .createTable('seen_profile')
    .addColumn('name', type.text, (column) => column.primaryKey())
    .addColumn('version', type.text, (column) => column.notNull())
    .addColumn('profile_hash', type.text, (column) => column.notNull())
    .execute();
  // What was executed here, by mandate and by effect: the enforcement point's own record, kept for good.
  await db.schema
    .createTable('standing')
    .addColumn('contract_id', type.text, (column) => column.notNull())
    .addColumn('counter', type.text, (column) => column.notNull())
    .addColumn('period', type.text, (column) => column.notNull())
    .addColumn('value', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('standing_key', ['contract_id', 'counter', 'period'])
    .execute();
  await db.schema
    .createTable('effect')
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('idempotency_key', type.text, (column) => column.notNull())
    .addColumn('grant_id', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('effect_key', ['tenant', 'idempotency_key'])
    .execute();
  await witnessTables(db, engine);
  await ownerTable(db, engine);
};
