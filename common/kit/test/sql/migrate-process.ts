/** A process of `migrate.test.ts`: waits for a line on standard input, then migrates the database given as argument 1. */

import { migrate } from '@common/kit/sql/migrate';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../src/sql/database.ts';

const database = await openDatabase({ url: process.argv[2] ?? '' });
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));

const table = (name: string) => async (db: Kysely<unknown>) => {
  await db.schema.createTable(name).addColumn('id', 'integer').execute();
  await sql`insert into ${sql.table(name)} (id) values (1)`.execute(db);
  // Long enough for the other process to arrive in the middle.
  await new Promise((resolve) => setTimeout(resolve, 50));
};
const applied = await migrate(database, { '0001-first': table('first'), '0002-second': table('second') });
await database.close();
process.stdout.write(`${JSON.stringify(applied)}\n`);
process.exit();
