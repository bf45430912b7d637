import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** A ticker's sector, and the day through which a filer's facts are known to be complete. */
export const directoryColumns: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema.alterTable('ticker').addColumn('sector', type.text).execute();
  await db.schema.alterTable('company').addColumn('complete_through', type.text).execute();
};
