import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** When a call may have left, and how long its counterparty is asked what became of it. */
export const calls: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema.alterTable('intent').addColumn('sending', type.text).execute();
  await db.schema.alterTable('intent').addColumn('asking', type.text).execute();
};
