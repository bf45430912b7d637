import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** The tickers that accounts watch. */
export const watchlistTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('watched_ticker')
    .addColumn('account', type.text, (column) => column.notNull())
    .addColumn('symbol', type.text, (column) => column.notNull())
    .addColumn('added_at', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('watched_ticker_key', ['account', 'symbol'])
    .execute();
  // Who watches a ticker is asked with every screening that is kept.
  await db.schema.createIndex('watched_ticker_symbol').on('watched_ticker').column('symbol').execute();
};
