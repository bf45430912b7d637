import type { TestContext } from 'node:test';
import type { Engine } from '@common/kit/sql/url';
import { startPostgres } from '@common/kit/testing/postgres';
import { runPostgresScript } from '@common/kit/testing/postgres-script';
import { type Database, openDatabase } from '../../src/sql/database.ts';

export const engines: readonly Engine[] = ['sqlite', 'postgres'];

/** On PostgreSQL, databases that a test has left empty: making one takes longer than most tests. */
const empty: string[] = [];

/** A fresh database on the engine (SQLite in memory), closed at the end of the test. */
export async function openFresh<Schema>(t: TestContext, engine: Engine): Promise<Database<Schema>> {
  if (engine === 'sqlite') {
    const database = await openDatabase<Schema>({ url: 'sqlite::memory:' });
    t.after(() => database.close());
    return database;
  }
  const url = await takeEmpty();
  const database = await openDatabase<Schema>({ url });
  t.after(() => database.close());
  emptyAfter(t, url);
  return database;
}

/** The address of an empty database on PostgreSQL, which is emptied again at the end of the test. */
export async function emptyDatabase(t: TestContext): Promise<string> {
  const url = await takeEmpty();
  emptyAfter(t, url);
  return url;
}

async function takeEmpty(): Promise<string> {
  return empty.pop() ?? (await startPostgres()).url;
}

function emptyAfter(t: TestContext, url: string): void {
  t.after(async () => {
    await runPostgresScript(url, 'drop schema public cascade; create schema public');
    empty.push(url);
  });
}
