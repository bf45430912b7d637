import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Database, openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { removeDirectory } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import { sql } from 'kysely';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { ScreenerSchema } from '../../src/store/schema.ts';
import { createSqlStore } from '../../src/store/sql-store.ts';
import type { ScreenerStore } from '../../src/store/store.ts';

/** One connection to a test's database. */
export interface Opened {
  readonly database: Database<ScreenerSchema>;
  readonly store: ScreenerStore;
}

/** A test's own database, empty except for its tables; closed and removed at the end of the test. */
interface Place extends Opened {
  /** For another connection, as from another process; null if there can be none (SQLite in memory). */
  readonly url: string | null;
  readonly reopen: () => Promise<Opened>;
}

/** Tests by name; each gets its own place. */
export type StoreTests = Readonly<Record<string, (place: Place) => Promise<void>>>;

export type OpenPlace = (t: TestContext) => Promise<Place>;

/** One database for all tests of a process: creating one takes longer than most tests. */
let postgresUrl: Promise<string> | undefined;

export const PLACES = {
  sqliteInMemory: (t) => openPlace(t, 'sqlite::memory:', null),
  sqliteFile: async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'sanad-store-'));
    return openPlace(t, `sqlite:${join(directory, 'store.sqlite')}`, directory);
  },
  postgres: async (t) => {
    postgresUrl ??= startPostgres().then(({ url }) => url);
    const place = await openPlace(t, await postgresUrl, null);
    await empty(place.database);
    return place;
  },
} satisfies Readonly<Record<string, OpenPlace>>;

/** What a store is tested on: each engine, as services open it. */
export const ENGINES = { SQLite: PLACES.sqliteFile, PostgreSQL: PLACES.postgres };

async function openPlace(t: TestContext, url: string, directory: string | null): Promise<Place> {
  const opened: Opened[] = [];
  t.after(async () => {
    for (const { database } of opened) await database.close();
    if (directory !== null) await removeDirectory(directory);
  });
  const open = async (): Promise<Opened> => {
    const database = await openDatabase<ScreenerSchema>({ url, sqlite: { synchronous: 'normal' } });
    const one = { database, store: createSqlStore(database) };
    opened.push(one);
    return one;
  };
  const first = await open();
  await migrate(first.database, MIGRATIONS);
  return { ...first, url: url === 'sqlite::memory:' ? null : url, reopen: open };
}

/** Removes all rows; which tables there are, the database knows. */
async function empty({ db }: Opened['database']): Promise<void> {
  const { rows } = await sql<{ readonly name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('kysely_migration', 'kysely_migration_lock')`.execute(
    db,
  );
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db);
}
