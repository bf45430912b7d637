import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/**
 * What the payment provider told: events that were taken in, purchases, and marks on subscriptions, payments and
 * customers. Whether a purchase counts follows from these alone, in whatever order they came.
 */
export const paymentTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('payment_event')
    .addColumn('id', type.text, (column) => column.primaryKey())
    .addColumn('type', type.text, (column) => column.notNull())
    .addColumn('received_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('payment_event_age').on('payment_event').column('received_at').execute();
  await db.schema
    .createTable('payment')
    .addColumn('id', type.text, (column) => column.primaryKey())
    .addColumn('account', type.text)
    .addColumn('matched_by', type.text)
    .addColumn('email', type.text)
    .addColumn('customer', type.text)
    .addColumn('subscription', type.text)
    .addColumn('payment_intent', type.text)
    .addColumn('amount', type.integer)
    .addColumn('currency', type.text)
    .addColumn('created_at', type.integer, (column) => column.notNull())
    .addColumn('paid_at', type.integer)
    .execute();
  for (const column of ['account', 'subscription', 'payment_intent', 'customer'] as const) {
    await db.schema.createIndex(`payment_${column}`).on('payment').column(column).execute();
  }
  await db.schema
    .createTable('payment_mark')
    .addColumn('subject', type.text, (column) => column.notNull())
    .addColumn('kind', type.text, (column) => column.notNull())
    .addColumn('at', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('payment_mark_key', ['subject', 'kind'])
    .execute();
};
