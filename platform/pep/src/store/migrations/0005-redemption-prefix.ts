import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** By what an intent log knows its own redemptions at the authority: one row, written at the first start. */
export const redemptionPrefix: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('redemption_prefix')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('prefix', type.text, (column) => column.notNull())
    .execute();
};
