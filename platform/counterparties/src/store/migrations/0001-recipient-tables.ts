import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { createAnswerTables } from './answer-tables.ts';

export const recipientTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await createAnswerTables(db, type);
  await db.schema
    .createTable('record')
    .addColumn('record_id', type.text, (column) => column.primaryKey())
    .addColumn('sensitivity', type.text, (column) => column.notNull())
    .addColumn('title', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('requester')
    .addColumn('requester_id', type.text, (column) => column.primaryKey())
    .addColumn('name', type.text, (column) => column.notNull())
    .addColumn('verified', type.boolean, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('release')
    .addColumn('release_id', type.text, (column) => column.primaryKey())
    .addColumn('grant_id', type.text, (column) => column.notNull())
    .addColumn('record_id', type.text, (column) => column.notNull())
    .addColumn('recipient_id', type.text, (column) => column.notNull())
    .addColumn('purpose', type.text, (column) => column.notNull())
    .addColumn('released_at', type.integer, (column) => column.notNull())
    .execute();
};
