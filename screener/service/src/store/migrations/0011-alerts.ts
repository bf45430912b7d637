import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/**
 * Alerts: one row for each account and flip, written with the screening that has the flip, and one for each delivery
 * that the account wanted at that moment. What an alert says is the screening's.
 */
export const alertTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('alert')
    // Made of account and flip, so that there is one for both.
    .addColumn('id', type.text, (column) => column.primaryKey())
    .addColumn('account', type.text, (column) => column.notNull())
    .addColumn('symbol', type.text, (column) => column.notNull())
    .addColumn('rules', type.text, (column) => column.notNull())
    .addColumn('as_of', type.text, (column) => column.notNull())
    .addColumn('fingerprint', type.text, (column) => column.notNull())
    .addColumn('created_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('alert_account').on('alert').columns(['account', 'created_at']).execute();
  await db.schema
    .createTable('alert_delivery')
    .addColumn('alert', type.text, (column) => column.notNull())
    .addColumn('channel', type.text, (column) => column.notNull())
    .addColumn('account', type.text, (column) => column.notNull())
    .addColumn('attempts', type.integer, (column) => column.notNull())
    // When it may next be taken: the end of a lease or of a wait.
    .addColumn('free_at', type.integer, (column) => column.notNull())
    .addColumn('lease_token', type.text)
    .addColumn('ended_at', type.integer)
    .addColumn('outcome', type.text)
    .addColumn('problem', type.text)
    .addPrimaryKeyConstraint('alert_delivery_key', ['alert', 'channel'])
    .execute();
  await db.schema
    .createIndex('alert_delivery_due')
    .on('alert_delivery')
    .column('free_at')
    .where(sql<boolean>`ended_at is null`)
    .execute();
  await db.schema.createIndex('alert_delivery_account').on('alert_delivery').column('account').execute();
  await db.schema
    .createTable('alert_feed')
    .addColumn('account', type.text, (column) => column.primaryKey())
    .addColumn('token_hash', type.text, (column) => column.notNull().unique())
    .execute();
  await db.schema
    .createTable('alert_webhook')
    .addColumn('account', type.text, (column) => column.primaryKey())
    .addColumn('url', type.text, (column) => column.notNull())
    // The secret is made of it and of a secret of the service, and is not stored.
    .addColumn('salt', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('alert_email')
    .addColumn('account', type.text, (column) => column.primaryKey())
    .addColumn('email', type.text, (column) => column.notNull())
    .addColumn('token_hash', type.text, (column) => column.notNull().unique())
    .addColumn('asked_at', type.integer, (column) => column.notNull())
    .addColumn('confirmed_at', type.integer)
    .execute();
};
