import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/**
 * The salts with which an action is hashed. A grant from before has none that match, and is proposed again. A receipt from
 * before commits to none of its values: its hashes are over the values themselves, so nothing can carry it over.
 */
export const actionSalts: Migration = async (db, engine) => {
  const { rows } = await sql`select 1 from receipt_body
    where receipt_json like '%"receipt_body_hash"%' and receipt_json not like '%"disclosures"%' limit 1`.execute(
    db,
  );
  if (rows.length > 0)
    throw new Error(
      'this database has receipts that commit to none of their values, which this version cannot read; keep it for the version that made them, and begin a new deployment (docs/operations/upgrade.md)',
    );
  const none = JSON.stringify({ params: {}, idempotency_key: '0'.repeat(32) });
  await db.schema
    .alterTable('grant_body')
    .addColumn('salts_json', columnTypes(engine).text, (column) => column.notNull().defaultTo(none))
    .execute();
};
