import { migrate } from '@common/kit/sql/migrate';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/sql/database.ts';

const table = (name: string) => async (db: Kysely<unknown>) => {
  await db.schema.createTable(name).addColumn('id', 'integer').execute();
  await sql`insert into ${sql.table(name)} (id) values (1)`.execute(db);
  // Long enough for the other one to arrive in the middle.
  await new Promise((resolve) => setTimeout(resolve, 50));
};

/** Makes two tables; the names of the migrations that it applied. */
export function migrateSlowly<Schema>(database: Database<Schema>): Promise<readonly string[]> {
  return migrate(database, { '0001-first': table('first'), '0002-second': table('second') });
}
