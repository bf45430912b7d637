import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Database, openDatabase } from '@sanad/kit/sql';
import { migrate } from '@sanad/kit/sql/migrate';
import { removeDirectory } from '@sanad/kit/testing';
import { startPostgres } from '@sanad/kit/testing/postgres';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { ScreenerSchema } from '../../src/store/schema.ts';
import { createSqlStore } from '../../src/store/sql-store.ts';
import type { ScreenerStore } from '../../src/store/store.ts';

/** Where a store of a test lies: each call of `open` is one more process's view of the same database. */
export interface Place {
  readonly database: Database<ScreenerSchema>;
  readonly store: ScreenerStore;
  /** A second connection to the same database; null where it cannot be shared (SQLite in memory). */
  readonly reopen: (() => Promise<Place>) | null;
}

export const PLACES: Readonly<Record<string, (t: TestContext) => Promise<Place>>> = {
  'SQLite in memory': (t) => openPlace(t, 'sqlite::memory:'),
  'SQLite in a file': async (t) => openPlace(t, `sqlite:${join(await temporaryDirectory(t), 'store.sqlite')}`),
  PostgreSQL: async (t) => openPlace(t, (await startPostgres()).url),
};

/** A new empty folder, removed at the end of the test. */
export async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sanad-store-'));
  t.after(() => removeDirectory(directory));
  return directory;
}

async function openPlace(t: TestContext, url: string): Promise<Place> {
  const database = await openDatabase<ScreenerSchema>({ url, sqlite: { synchronous: 'normal' } });
  t.after(() => database.close());
  await migrate(database, MIGRATIONS);
  return {
    database,
    store: createSqlStore(database),
    reopen: url === 'sqlite::memory:' ? null : () => openPlace(t, url),
  };
}
