import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { createAnswerTables } from './answer-tables.ts';

export const bankTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await createAnswerTables(db, type);
  await db.schema
    .createTable('account')
    .addColumn('account_id', type.text, (column) => column.primaryKey())
    .addColumn('currency', type.text, (column) => column.notNull())
    .addColumn('balance', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('transfer')
    .addColumn('transfer_id', type.text, (column) => column.primaryKey())
    .addColumn('grant_id', type.text, (column) => column.notNull())
    .addColumn('from_account', type.text, (column) => column.notNull())
    .addColumn('to_account', type.text, (column) => column.notNull())
    .addColumn('amount', type.text, (column) => column.notNull())
    .addColumn('currency', type.text, (column) => column.notNull())
    .addColumn('transferred_at', type.integer, (column) => column.notNull())
    .execute();
};
