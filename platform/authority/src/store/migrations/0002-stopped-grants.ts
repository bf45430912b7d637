import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/** What people and the enforcement point say about a grant that was spent and has no receipt yet. */
export const stoppedGrants: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  for (const column of ['in_doubt_json', 'settlement_json', 'cancellation_json']) {
    await db.schema.alterTable('action_grant').addColumn(column, type.text).execute();
  }
  // Few grants are in doubt, and the console looks for them on each visit.
  await sql`create index action_grant_in_doubt on action_grant (proposed_at, grant_id) where in_doubt_json is not null`.execute(
    db,
  );
  await db.schema.alterTable('contract').addColumn('revocation_recorded_at', type.text).execute();
};
