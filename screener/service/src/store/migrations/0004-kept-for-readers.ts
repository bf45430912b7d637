import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** Adds what an account keeps: its choice of methodologies, its language and one list of holdings; and what an alert says by a choice. */
export const keptForReaders: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('followed')
    .addColumn('account', type.text, (column) => column.primaryKey())
    // Ids, comma-separated; empty for all of them.
    .addColumn('methodologies', type.text, (column) => column.notNull())
    .addColumn('rules', type.text, (column) => column.notNull())
    // Of its pages and mails; null until it signs in on a page.
    .addColumn('language', type.text)
    .execute();
  await db.schema
    .createTable('saved_portfolio')
    .addColumn('account', type.text, (column) => column.primaryKey())
    .addColumn('holdings', type.text, (column) => column.notNull())
    .addColumn('saved_at', type.integer, (column) => column.notNull())
    // What the account was shown last, as JSON; null until it has looked.
    .addColumn('looks', type.text)
    .execute();
  // JSON; null where a screening alone tells the change.
  await db.schema.alterTable('alert').addColumn('told', type.text).execute();
  // The newest verdict and shares of a watched fund by each choice, with which the next are compared.
  await db.schema
    .createTable('watched_fund')
    .addColumn('symbol', type.text, (column) => column.notNull())
    .addColumn('rules', type.text, (column) => column.notNull())
    .addColumn('methodologies', type.text, (column) => column.notNull())
    .addColumn('state', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('watched_fund_pk', ['symbol', 'rules', 'methodologies'])
    .execute();
};
