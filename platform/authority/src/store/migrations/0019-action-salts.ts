import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';

/** The salts with which an action is hashed. What was granted before has none that match, and is proposed again. */
export const actionSalts: Migration = async (db, engine) => {
  const none = JSON.stringify({ params: {}, idempotency_key: '0'.repeat(32) });
  await db.schema
    .alterTable('grant_body')
    .addColumn('salts_json', columnTypes(engine).text, (column) => column.notNull().defaultTo(none))
    .execute();
};
