import type { TestContext } from 'node:test';
import { type Database, openDatabase } from '@common/kit/sql';
import type { Engine } from '@common/kit/sql/url';
import { startPostgres } from '@common/kit/testing/postgres';

export const engines: readonly Engine[] = ['sqlite', 'postgres'];

/** A fresh database on the engine (SQLite in memory), closed at the end of the test. */
export async function openFresh<Schema>(t: TestContext, engine: Engine): Promise<Database<Schema>> {
  const url = engine === 'sqlite' ? 'sqlite::memory:' : (await startPostgres()).url;
  const database = await openDatabase<Schema>({ url });
  t.after(() => database.close());
  return database;
}
