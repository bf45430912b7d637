import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/** When to ask next what became later of what a counterparty accepted, and what is known of it. */
export const settlements: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema.alterTable('intent').addColumn('settle_due', type.integer).execute();
  await db.schema.alterTable('intent').addColumn('settling', type.text).execute();
  await sql`create index intent_settle_due on intent (settle_due) where settle_due is not null`.execute(db);
};
