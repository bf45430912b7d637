import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** How often the service was called, and what for, by day in UTC. */
export const usageTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('usage_call')
    .addColumn('day', type.text, (column) => column.notNull())
    .addColumn('tier', type.text, (column) => column.notNull())
    // Empty for callers without an account.
    .addColumn('account', type.text, (column) => column.notNull())
    .addColumn('operation', type.text, (column) => column.notNull())
    .addColumn('status', type.integer, (column) => column.notNull())
    .addColumn('calls', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_call_key', ['day', 'tier', 'account', 'operation', 'status'])
    .execute();
  await db.schema.createIndex('usage_call_account').on('usage_call').columns(['account', 'day']).execute();
  await db.schema
    .createTable('usage_ticker')
    .addColumn('day', type.text, (column) => column.notNull())
    .addColumn('outcome', type.text, (column) => column.notNull())
    .addColumn('ticker', type.text, (column) => column.notNull())
    .addColumn('calls', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_ticker_key', ['day', 'outcome', 'ticker'])
    .execute();
};
