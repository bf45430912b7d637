import assert from 'node:assert/strict';
import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { migrate } from '@common/kit/sql/migrate';
import { type BooleanColumn, columnTypes, toBoolean, toInteger, upsert } from '@common/kit/sql/portable';
import { parseDatabaseUrl } from '@common/kit/sql/url';
import { withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import { sql } from 'kysely';
import { openDatabase } from '../../src/sql/database.ts';
import { engines, openFresh } from './engines.ts';

interface Schema {
  item: { name: string; body: Uint8Array | null; size: number; live: BooleanColumn; ratio: number | null };
}

const migrations = {
  '0001-item': async (
    db: Parameters<Parameters<typeof migrate>[1][string]>[0],
    engine: 'sqlite' | 'postgres',
  ) => {
    const types = columnTypes(engine);
    await db.schema
      .createTable('item')
      .addColumn('name', types.text, (column) => column.primaryKey())
      .addColumn('body', types.bytes)
      .addColumn('size', types.integer, (column) => column.notNull())
      .addColumn('live', types.boolean, (column) => column.notNull())
      .addColumn('ratio', types.double)
      .execute();
  },
};

const item = (name: string, over: Partial<{ size: number; live: boolean; body: Uint8Array }> = {}) => ({
  name,
  body: null,
  size: 1,
  live: true,
  ratio: null,
  ...over,
});

test('other accounts of the machine read no database: its files are 0600, its new folder 0700', async () => {
  await withTempDir(async (folder) => {
    const file = join(folder, 'made', 'data.sqlite');
    for (const round of ['new', 'left open to others']) {
      const database = await openDatabase<Schema>({ url: `sqlite:${file}` });
      await sql`create table if not exists a (b)`.execute(database.db);
      for (const name of ['', '-wal', '-shm']) {
        assert.equal(statSync(`${file}${name}`).mode & 0o777, 0o600, `${round} ${name}`);
      }
      assert.equal(statSync(join(folder, 'made')).mode & 0o777, 0o700);
      await database.close();
      chmodSync(file, 0o644);
    }
  });
});

test('a SQLite file opened to read refuses every write, and a missing one is not made', () =>
  withTempDir(async (folder) => {
    const url = `sqlite:${join(folder, 'a.sqlite')}`;
    await assert.rejects(openDatabase<Schema>({ url, sqlite: { readOnly: true } }), /unable to open/);
    assert.equal(existsSync(join(folder, 'a.sqlite')), false);
    const writer = await openDatabase<Schema>({ url });
    await migrate(writer, migrations);
    await writer.close();
    const reader = await openDatabase<Schema>({ url, sqlite: { readOnly: true } });
    assert.deepEqual(await reader.db.selectFrom('item').selectAll().execute(), []);
    await assert.rejects(reader.db.deleteFrom('item').execute(), /readonly database/);
    await reader.close();
  }));

test('a database URL names an engine; an invalid one is refused without being repeated', () => {
  const file = (url: string) => {
    const target = parseDatabaseUrl(url);
    return target.ok && target.value.engine === 'sqlite' ? target.value.file : target.ok;
  };
  assert.equal(file('sqlite:/var/lib/a.db'), '/var/lib/a.db');
  assert.equal(file('sqlite:///var/lib/a.db'), '/var/lib/a.db');
  assert.equal(file('sqlite:data/a.db'), 'data/a.db');
  assert.equal(file('sqlite::memory:'), ':memory:');
  assert.equal(file('postgresql://u@h/d'), true);
  for (const url of ['', 'sqlite:', 'sqlite://', 'mysql://u:hunter2@h/d', 'postgres://u:hunter2@:bad:/']) {
    const target = parseDatabaseUrl(url);
    assert.ok(!target.ok, url);
    assert.doesNotMatch(target.error.message, /hunter2/);
  }
});

test('opening fails clearly if nothing answers, and the message contains no password', async () => {
  await assert.rejects(openDatabase({ url: 'postgres://user:hunter2@127.0.0.1:1/none' }), (error: Error) => {
    assert.match(error.message, /postgres database does not answer/);
    assert.doesNotMatch(error.message, /hunter2/);
    return true;
  });
  await assert.rejects(openDatabase({ url: 'oracle://x' }), /unknown scheme/);
});

test('a SQLite file is created with its folder, in WAL mode, with durable commits and foreign keys', async () => {
  await withTempDir(async (directory) => {
    const file = join(directory, 'new', 'folder', 'a.db');
    const database = await openDatabase({ url: `sqlite:${file}` });
    try {
      assert.ok(existsSync(file));
      const pragma = async (name: string) =>
        Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(database.db)).rows[0] ?? {})[0];
      assert.equal(await pragma('journal_mode'), 'wal');
      assert.equal(await pragma('synchronous'), 2);
      assert.equal(await pragma('foreign_keys'), 1);
      assert.equal(await pragma('busy_timeout'), 5000);
    } finally {
      await database.close();
      await database.close();
    }
    assert.ok(!existsSync(`${file}-wal`), 'closing checkpoints the log into the file');
  });
});

test('SQLite can write less durably', async () => {
  await withTempDir(async (directory) => {
    const database = await openDatabase({
      url: `sqlite:${join(directory, 'a.db')}`,
      sqlite: { synchronous: 'normal', busyTimeoutMs: 7 },
    });
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(database.db);
    assert.deepEqual(rows, [{ synchronous: 1 }]);
    await database.close();
  });
});

test('SQLite refuses a parameter that PostgreSQL would read differently', async (t) => {
  const { db } = await openFresh(t, 'sqlite');
  await assert.rejects(sql`select ${new Date(0)}`.execute(db), /SQL parameter 1 is \[object Date\]/);
});

test('a PostgreSQL connection that dies inside a transaction rejects only that transaction', async (t) => {
  const { url } = await startPostgres();
  const database = await openDatabase({ url });
  t.after(() => database.close());
  const lost = database.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await sql`select 1`.execute(trx);
  });
  await assert.rejects(lost);
  assert.deepEqual((await sql`select 1 as one`.execute(database.db)).rows, [{ one: 1 }]);
});

for (const engine of engines) {
  describe(engine, () => {
    test('the engine is named, and values come back as they went in', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      assert.equal(database.engine, engine);
      await migrate(database, migrations);
      const body = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
      const row = { name: 'größe 名', body, size: Number.MAX_SAFE_INTEGER, live: true, ratio: 0.1 };
      await database.db.insertInto('item').values(row).execute();
      const stored = await database.db.selectFrom('item').selectAll().executeTakeFirstOrThrow();
      assert.deepEqual({ ...stored, live: toBoolean(stored.live) }, row);
      assert.equal(Object.getPrototypeOf(stored.body), Uint8Array.prototype);
      assert.equal(Object.getPrototypeOf(stored), Object.prototype);
    });

    test('an empty blob and NULL stay distinct; a view of a larger buffer stores only the view', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      await migrate(database, migrations);
      const view = new Uint8Array([9, 1, 2, 3, 9]).subarray(1, 4);
      await upsert(
        database.db,
        'item',
        [item('empty', { body: new Uint8Array() }), item('none'), item('view', { body: view })].map(
          ({ name, size, live, ratio, body }) => ({ name, size, live, ratio, body }),
        ),
        ['name'],
      );
      const rows = await database.db.selectFrom('item').select(['name', 'body']).orderBy('name').execute();
      assert.deepEqual(rows, [
        { name: 'empty', body: new Uint8Array() },
        { name: 'none', body: null },
        { name: 'view', body: new Uint8Array([1, 2, 3]) },
      ]);
    });

    test('booleans filter, counts and sums are integers, and an unsafe integer is refused, not rounded', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      await migrate(database, migrations);
      const { db } = database;
      await upsert(db, 'item', [item('a'), item('b', { live: false, size: 5 })], ['name']);
      const off = await db.selectFrom('item').select('name').where('live', '=', false).execute();
      assert.deepEqual(off, [{ name: 'b' }]);
      const { n, total } = await db
        .selectFrom('item')
        .select(({ fn }) => [fn.countAll().as('n'), fn.sum('size').as('total')])
        .executeTakeFirstOrThrow();
      assert.deepEqual([toInteger(n), toInteger(total)], [2, 6]);
      await sql`update item set size = 9007199254740993 where name = 'a'`.execute(db);
      await assert.rejects(db.selectFrom('item').select('size').where('name', '=', 'a').execute());
    });

    test('text sorts by code point, whatever the locale', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      await migrate(database, migrations);
      await upsert(
        database.db,
        'item',
        ['a', 'B', 'Z', 'b', '-', 'ä'].map((name) => item(name)),
        ['name'],
      );
      const rows = await database.db.selectFrom('item').select('name').orderBy('name').execute();
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['-', 'B', 'Z', 'a', 'b', 'ä'],
      );
    });

    test('upsert inserts, replaces, takes the last row of a repeated key, and spans several statements', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      await migrate(database, migrations);
      const { db } = database;
      await upsert(db, 'item', [], ['name']);
      await upsert(db, 'item', [item('a', { size: 1 }), item('a', { size: 2 })], ['name']);
      await upsert(db, 'item', [item('a', { size: 3 }), item('b', { size: 4 })], ['name']);
      const rows = await db.selectFrom('item').select(['name', 'size']).orderBy('name').execute();
      assert.deepEqual(rows, [
        { name: 'a', size: 3 },
        { name: 'b', size: 4 },
      ]);
      await upsert(
        db,
        'item',
        Array.from({ length: 2_500 }, (_, index) => item(`n${index}`)),
        ['name'],
      );
      const { n } = await db
        .selectFrom('item')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
      assert.equal(toInteger(n), 2_502);
      const uneven = [item('c'), { name: 'd', size: 1, live: true }];
      await assert.rejects(upsert(db, 'item', uneven, ['name']), /same columns/);
    });

    test('a violated constraint rejects, and the connection still works', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      await migrate(database, migrations);
      await database.db.insertInto('item').values(item('a')).execute();
      await assert.rejects(database.db.insertInto('item').values(item('a')).execute(), /unique/i);
      assert.equal((await database.db.selectFrom('item').select('name').execute()).length, 1);
    });
  });
}

test('integers and booleans are read strictly', () => {
  for (const value of ['1.5', '', 'x', 1.5, Number.NaN, null, undefined, '9007199254740992', 2n ** 60n]) {
    assert.throws(() => toInteger(value), RangeError);
  }
  assert.deepEqual([toInteger('-7'), toInteger(7n), toInteger(0)], [-7, 7, 0]);
  for (const value of ['true', 2, null, undefined]) assert.throws(() => toBoolean(value), RangeError);
});
