import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** Approvals of one grant by several people, and how often people's devices say that they have signed. */
export const approvals: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema.alterTable('action_grant').addColumn('earlier_approvals_json', type.text).execute();
  await db.schema
    .createTable('sign_counter')
    .addColumn('fingerprint', type.text, (column) => column.primaryKey())
    .addColumn('counter', type.integer, (column) => column.notNull())
    .execute();
};
