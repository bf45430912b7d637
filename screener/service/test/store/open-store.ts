import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
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
import { openMemory } from '../access/access-under-test.ts';

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
/** Its connections stay open from test to test: opening one also takes longer than most tests. Idle, they delay no end. */
const kept: Promise<Database<ScreenerSchema>>[] = [];
/** A file with all tables and no rows: copying it costs less than making the tables. */
let emptyFile: Promise<Buffer> | undefined;

export const PLACES = {
  sqliteInMemory: (t) => openPlace(t, null, null, openMemory),
  sqliteFile: async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'sanad-store-'));
    const file = join(directory, 'store.sqlite');
    emptyFile ??= withTables(`sqlite:${file}`).then(() => readFile(file));
    await writeFile(file, await emptyFile);
    return openUrl(t, `sqlite:${file}`, directory);
  },
  postgres: async () => {
    postgresUrl ??= startPostgres().then(({ url }) => withTables(url));
    const url = await postgresUrl;
    let used = 0;
    const reopen = async (): Promise<Opened> => {
      const opened = kept[used] ?? openAt<ScreenerSchema>(url);
      kept[used] = opened;
      used += 1;
      const database = { ...(await opened), close: async () => {} };
      return { database, store: createSqlStore(database) };
    };
    const first = await reopen();
    await sql.raw(REMOVE_ROWS).execute(first.database.db);
    return { ...first, url, reopen };
  },
} satisfies Readonly<Record<string, OpenPlace>>;

/** What a store is tested on: each engine, as services open it. */
export const ENGINES = { SQLite: PLACES.sqliteFile, PostgreSQL: PLACES.postgres };

function openUrl(t: TestContext, url: string, directory: string | null): Promise<Place> {
  return openPlace(t, url, directory, () => openAt(url));
}

function openAt<Schema>(url: string): Promise<Database<Schema>> {
  return openDatabase({ url, sqlite: { synchronous: 'normal' } });
}

async function openPlace(
  t: TestContext,
  url: string | null,
  directory: string | null,
  openAt: () => Promise<Database<ScreenerSchema>>,
): Promise<Place> {
  const opened: Opened[] = [];
  t.after(async () => {
    for (const { database } of opened) await database.close();
    if (directory !== null) await removeDirectory(directory);
  });
  const open = async (): Promise<Opened> => {
    const database = await openAt();
    const one = { database, store: createSqlStore(database) };
    opened.push(one);
    return one;
  };
  const first = await open();
  return { ...first, url, reopen: open };
}

async function withTables(url: string): Promise<string> {
  const database = await openDatabase<ScreenerSchema>({ url });
  await migrate(database, MIGRATIONS);
  await database.close();
  return url;
}

/** Empties the tables that have rows, in any order. To truncate them makes new files, which takes longer. */
const REMOVE_ROWS = `do $$
  declare
    one name;
    has_rows boolean;
  begin
    perform set_config('session_replication_role', 'replica', true);
    for one in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('select exists (select from %I)', one) into has_rows;
      if has_rows then execute format('delete from %I', one); end if;
    end loop;
  end $$`;
