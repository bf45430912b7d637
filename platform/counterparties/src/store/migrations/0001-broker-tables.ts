import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { createAnswerTables } from './answer-tables.ts';

export const brokerTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await createAnswerTables(db, type);
  await db.schema
    .createTable('position')
    .addColumn('symbol', type.text, (column) => column.primaryKey())
    .addColumn('quantity', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('placed_order')
    .addColumn('order_id', type.text, (column) => column.primaryKey())
    .addColumn('grant_id', type.text, (column) => column.notNull())
    .addColumn('symbol', type.text, (column) => column.notNull())
    .addColumn('side', type.text, (column) => column.notNull())
    .addColumn('notional', type.text, (column) => column.notNull())
    .addColumn('quantity', type.text, (column) => column.notNull())
    .addColumn('placed_at', type.integer, (column) => column.notNull())
    .execute();
};
