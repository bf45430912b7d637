import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { type Database, openDatabase } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import { restoreRows, rowsInFile } from '@common/kit/sql/rows';
import { fillSqlite, rowsInSqlite } from '@common/kit/sql/rows-sqlite';
import { snapshotTogether } from '@common/kit/sql/snapshot';
import type { Engine } from '@common/kit/sql/url';
import { freePort, withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import { postgresSchema, runPostgresScript } from '@common/kit/testing/postgres-script';
import { spawnService } from '@common/kit/testing/service';
import { DATABASES, type ServiceDatabase } from '../databases.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';

/*
 * Databases as the first release left them, with rows: what `sanad backup` made then, and the same as SQL for PostgreSQL
 * (tools/test/keep-schemas.ts). A later release adds a folder beside this one.
 */
const FIRST = join(ROOT_FOLDER, 'tools/test/fixtures/first-release');

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A database that can be looked into, whatever its schema. */
interface Place {
  readonly url: string;
  /** By table and column, in words. */
  readonly schema: () => Promise<ReadonlyMap<string, unknown>>;
}

function applied(name: string): readonly string[] {
  const manifest: { databases: { name: string; migrations: string[] }[] } = JSON.parse(
    readFileSync(join(FIRST, 'manifest.json'), 'utf8'),
  );
  const found = manifest.databases.find((each) => each.name === name)?.migrations;
  // The screener's was kept on its own.
  return found ?? Array.from({ length: 15 }, (_, index) => String(index + 1).padStart(4, '0'));
}

async function withPlace(
  engine: Engine,
  name: string | null,
  work: (place: Place) => Promise<void>,
): Promise<void> {
  await withTempDir(async (folder) => {
    if (engine === 'sqlite') {
      const file = join(folder, 'database.sqlite');
      if (name !== null)
        writeFileSync(file, gunzipSync(readFileSync(join(FIRST, `${name}.sqlite.gz`))), { mode: 0o600 });
      return work({ url: `sqlite:${file}`, schema: async () => sqliteSchema(file) });
    }
    const { url, drop } = await startPostgres();
    try {
      if (name !== null) {
        const script = gunzipSync(readFileSync(join(FIRST, 'postgres', `${name}.sql.gz`)));
        await runPostgresScript(url, script.toString('utf8'));
      }
      await work({ url, schema: () => postgresSchema(url) });
    } finally {
      await drop();
    }
  });
}

function sqliteSchema(file: string): ReadonlyMap<string, unknown> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' order by name")
      .all();
    return new Map(
      tables.map(({ name }) => {
        const columns = database
          .prepare(
            `select name, type, "notnull", dflt_value, pk from pragma_table_info('${name}') order by name`,
          )
          .all();
        const indexes = database
          .prepare(
            `select i.name, i."unique", group_concat(c.name) as columns from pragma_index_list('${name}') i, pragma_index_info(i.name) c group by i.name order by i.name`,
          )
          .all();
        return [String(name), { columns, indexes }];
      }),
    );
  } finally {
    database.close();
  }
}

async function rowsOf({ db }: Database<Rows>, tables: readonly string[]): Promise<Rows> {
  const rows: Record<string, Rows[string]> = {};
  for (const table of tables) {
    if (table.startsWith('kysely_')) continue;
    rows[table] = (await db.selectFrom(table).selectAll().execute()) as Rows[string];
  }
  return rows;
}

/** Of each row, the columns that it had before; sorted, since a rewritten table has another order. */
function asBefore(rows: Rows, before: Rows): unknown {
  return Object.entries(before).map(([table, [first = {}]]) => {
    const columns = Object.keys(first);
    const texts = (rows[table] ?? []).map((row) => JSON.stringify(columns.map((column) => row[column])));
    return [table, texts.sort()];
  });
}

async function upgrades(engine: Engine, { name, migrations }: ServiceDatabase): Promise<void> {
  const known = applied(name);
  const later = Object.keys(migrations).filter((each) => !known.some((one) => each.startsWith(one)));
  let fresh: ReadonlyMap<string, unknown> = new Map();
  await withPlace(engine, null, async ({ url, schema }) => {
    const database = await openDatabase<unknown>({ url });
    await migrate(database, migrations);
    await database.close();
    fresh = await schema();
  });
  await withPlace(engine, name, async ({ url, schema }) => {
    const tables = [...(await schema()).keys()];
    const database = await openDatabase<Rows>({ url });
    try {
      const before = await rowsOf(database, tables);
      assert.ok(Object.values(before).flat().length > 0, 'there are rows to lose');
      assert.deepEqual(await migrate(database, migrations), later);
      assert.deepEqual(asBefore(await rowsOf(database, tables), before), asBefore(before, before));
      assert.deepEqual(await schema(), fresh);
      const tomorrow = { name: '9999-of-tomorrow', timestamp: '2099-01-01T00:00:00.000Z' };
      await (database.db as unknown as Database<Record<string, typeof tomorrow>>['db'])
        .insertInto('kysely_migration')
        .values(tomorrow)
        .execute();
      await assert.rejects(migrate(database, migrations), /written by a newer version .*9999-of-tomorrow/);
    } finally {
      await database.close();
    }
  });
}

/** To today's on PostgreSQL, and back into a file. */
async function crosses({ name, migrations }: ServiceDatabase): Promise<void> {
  await withPlace('sqlite', name, async ({ url }) => {
    const file = url.slice('sqlite:'.length);
    const before = await rowsToday(file, migrations);
    await withPlace('postgres', null, async (there) => {
      const postgres = await openDatabase<unknown>({ url: there.url });
      await restoreRows(postgres, migrations, rowsInSqlite(file));
      await postgres.close();
      await withTempDir(async (folder) => {
        const lines = join(folder, 'lines');
        const { snapshots } = await snapshotTogether(new Map([[name, there.url]]), async () => {});
        await snapshots.get(name)?.copyTo(lines);
        await snapshots.get(name)?.close();
        await fillSqlite(join(folder, 'back.sqlite'), migrations, rowsInFile(lines));
        const after = await rowsToday(join(folder, 'back.sqlite'), migrations);
        assert.deepEqual(asBefore(after, before), asBefore(before, before));
      });
    });
  });
}

/** The rows of a SQLite file, once it has today's tables. */
async function rowsToday(file: string, migrations: ServiceDatabase['migrations']): Promise<Rows> {
  const database = await openDatabase<Rows>({ url: `sqlite:${file}` });
  try {
    await migrate(database, migrations);
    return await rowsOf(database, [...sqliteSchema(file).keys()]);
  } finally {
    await database.close();
  }
}

for (const service of DATABASES) {
  test(`the database of ${service.name} moves to PostgreSQL and back, and every row is what it was`, () =>
    crosses(service));
}

for (const engine of ['sqlite', 'postgres'] as const) {
  for (const service of DATABASES) {
    test(`${engine}: the first release's database of ${service.name} becomes today's, and keeps its rows`, () =>
      upgrades(engine, service));
  }
}

test('a backup of the first release is restored by this version: the authority starts on it, and its log is intact', () =>
  withTempDir(async (folder) => {
    const backup = join(folder, 'backup');
    cpSync(FIRST, backup, { recursive: true });
    for (const file of readdirSync(backup).filter((name) => name.endsWith('.gz'))) {
      writeFileSync(join(backup, file.slice(0, -3)), gunzipSync(readFileSync(join(backup, file))));
      rmSync(join(backup, file));
    }
    const passphrase = join(folder, 'passphrase');
    writeFileSync(passphrase, 'first release, first release\n', { mode: 0o600 });
    const port = await freePort();
    const env: Record<string, string> = {
      AUTHORITY_PORT: String(port),
      DATABASE_URL: `sqlite:${folder}/s.sqlite`,
    };
    for (const name of ['KEYS', 'PROFILES', 'MANDATES', 'RECEIPTS', 'SECRETS'])
      env[name === 'KEYS' ? 'SERVICE_KEYS_DIR' : `${name}_DIR`] = join(folder, name.toLowerCase());
    for (const { setting } of DATABASES) env[setting] ??= `sqlite:${join(folder, `${setting}.sqlite`)}`;
    const sanad = async (...words: readonly string[]) => {
      const args = [join(ROOT_FOLDER, 'bin/sanad.cjs'), ...words];
      return (await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } })).stdout;
    };
    const keys = ['--keys', join(FIRST, 'keys.backup'), '--passphrase-file', passphrase];
    assert.match(
      await sanad('restore', backup, ...keys),
      /Log: its size is 4, and nothing here knows of more/,
    );
    const entry = join(ROOT_FOLDER, 'platform/authority/src/main.ts');
    const authority = await spawnService({ entry, env, ready: /authority ready at/ });
    try {
      const receipts: unknown = await (await fetch(`http://127.0.0.1:${port}/receipts`)).json();
      // A grant that was held then has ended since, which makes a fifth.
      assert.ok(Array.isArray(receipts) && [4, 5].includes(receipts.length));
    } finally {
      await authority.stop();
    }
    assert.match(await sanad('authority', 'fsck'), /log of [45] leaves: intact/);
  }));
