import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** What keeps the stored facts and prices current: the daily listing, the SEC's daily index, and who was not reached. */
export const currentDataTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('listing_close')
    .addColumn('symbol', type.text, (column) => column.notNull())
    // `confirmed` or `provisional`: one session of each.
    .addColumn('status', type.text, (column) => column.notNull())
    .addColumn('session', type.text, (column) => column.notNull())
    .addColumn('close', type.double, (column) => column.notNull())
    .addColumn('market_cap', type.double)
    .addPrimaryKeyConstraint('listing_close_key', ['symbol', 'status'])
    .execute();
  await db.schema
    .createTable('listing_state')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    // A ListingState.
    .addColumn('content', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('unreached')
    .addColumn('source', type.text, (column) => column.primaryKey())
    .addColumn('until', type.integer, (column) => column.notNull())
    .addColumn('message', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('index_state')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    // The days of the SEC's index that have been read, without a gap.
    .addColumn('first_day', type.text)
    .addColumn('last_day', type.text)
    .addColumn('run_at', type.integer)
    .addColumn('message', type.text)
    // The end of the lease of the process that reads it; 0 when none does.
    .addColumn('free_at', type.integer, (column) => column.notNull())
    .addColumn('token', type.text)
    .execute();
  await db.schema
    .createTable('index_due')
    .addColumn('cik', type.text, (column) => column.primaryKey())
    .addColumn('day', type.text, (column) => column.notNull())
    .execute();
};
