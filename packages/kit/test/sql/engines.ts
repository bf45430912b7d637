import type { TestContext } from 'node:test';
import { type Database, openDatabase } from '@sanad/kit/sql';
import type { Engine } from '@sanad/kit/sql/url';
import { startPostgres } from '@sanad/kit/testing/postgres';

export const engines: readonly Engine[] = ['sqlite', 'postgres'];

/** A fresh database of the engine (SQLite in memory), closed at the end of the test. */
export async function openFresh<Schema>(t: TestContext, engine: Engine): Promise<Database<Schema>> {
  const url = engine === 'sqlite' ? 'sqlite::memory:' : (await startPostgres()).url;
  const database = await openDatabase<Schema>({ url });
  t.after(() => database.close());
  return database;
}
