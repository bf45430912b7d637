import assert from 'node:assert/strict';
import { copyFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type Migration, migrate } from '@common/kit/sql/migrate';
import { columnTypes, toBoolean } from '@common/kit/sql/portable';
import { checkRows, isEmpty, type RowBatch, restoreRows, rowsInFile } from '@common/kit/sql/rows';
import { fillSqlite, rowsInSqlite } from '@common/kit/sql/rows-sqlite';
import { snapshotTogether } from '@common/kit/sql/snapshot';
import type { Engine } from '@common/kit/sql/url';
import { withTempDir } from '@common/kit/testing';
import type { Kysely } from 'kysely';
import { type Database, openDatabase, transaction } from '../../src/sql/database.ts';
import type { SqliteOptions } from '../../src/sql/sqlite.ts';
import { emptyDatabase, engines, openFresh } from './engines.ts';

interface Schema {
  whole: { id: number; word: string | null; bytes: Uint8Array | null; share: number | null; is_on: boolean };
  record: { id: number; whole_id: number };
}

const first: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('whole')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('word', type.text)
    .addColumn('bytes', type.bytes)
    .addColumn('share', type.double)
    .addColumn('is_on', type.boolean, (column) => column.notNull())
    .execute();
  await db.schema
    // Named as a type of PostgreSQL.
    .createTable('record')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('whole_id', type.integer, (column) => column.notNull().references('whole.id'))
    .execute();
  const untyped = db as unknown as Database<Schema>['db'];
  await untyped.insertInto('whole').values(row(0)).execute();
};
const MIGRATIONS = { '0001-first-tables': first };

function row(id: number): Schema['whole'] {
  return { id, word: null, bytes: null, share: null, is_on: false };
}

async function place(t: TestContext, engine: Engine, folder: string, name: string): Promise<string> {
  if (engine === 'sqlite') return `sqlite:${join(folder, `${name}.sqlite`)}`;
  return emptyDatabase(t);
}

async function fresh(url: string, sqlite: SqliteOptions = {}): Promise<Database<Schema>> {
  const database = await openDatabase<Schema>({ url, sqlite: { synchronous: 'normal', ...sqlite } });
  await migrate(database, MIGRATIONS);
  return database;
}

/** Puts a copy into a new place, which may be of the other engine. */
async function restored(engine: Engine, file: string, url: string): Promise<Database<Schema>> {
  const rows = engine === 'sqlite' ? rowsInSqlite(file) : rowsInFile(file);
  if (url.startsWith('sqlite:')) {
    if (engine === 'sqlite') return openDatabase<Schema>({ url: `sqlite:${file}` });
    await fillSqlite(url.slice('sqlite:'.length), MIGRATIONS, rows);
  }
  const database = await openDatabase<Schema>({ url });
  if (database.engine === 'postgres')
    await restoreRows(database as unknown as Database<unknown>, MIGRATIONS, rows);
  return database;
}

for (const engine of engines) {
  test(`${engine}: databases that are written one after the other are copied as of one instant`, async (t) => {
    await withTempDir(async (folder) => {
      const urls = new Map<string, string>();
      for (const name of ['one', 'two']) urls.set(name, await place(t, engine, folder, name));
      // A SQLite connection that waits for a lock of this process keeps it from being released.
      const brief = { busyTimeoutMs: 1 };
      const [one, two] = [
        await fresh(urls.get('one') ?? '', brief),
        await fresh(urls.get('two') ?? '', brief),
      ];
      let written = 0;
      let stopped = false;
      const writing = (async () => {
        for (let id = 1; !stopped; id += 1) {
          for (const database of [one, two]) {
            const insert = (trx: Kysely<Schema>) => trx.insertInto('whole').values(row(id)).execute();
            await transaction(database, insert, { attempts: 1_000 });
          }
          written = id;
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      })();
      while (written < 5) await new Promise((resolve) => setTimeout(resolve, 10));
      const { snapshots, value } = await snapshotTogether(urls, async () => {
        const before = written;
        // Long enough for many more, if they did not wait.
        await new Promise((resolve) => setTimeout(resolve, 200));
        return written - before;
      });
      assert.ok(value <= 1, `${value} rows were written while all were locked`);
      const seen = written;
      while (written < seen + 5) await new Promise((resolve) => setTimeout(resolve, 10));
      const counts: number[] = [];
      for (const [name, snapshot] of snapshots) {
        const file = join(folder, `${name}.copy`);
        await snapshot.copyTo(file);
        assert.deepEqual(snapshot.migrations, ['0001-first-tables']);
        assert.equal((await stat(file)).mode & 0o777, 0o600);
        const copy = await restored(engine, file, await place(t, engine, folder, `${name}-there`));
        const rows = await copy.db.selectFrom('whole').select('id').execute();
        counts.push(rows.length);
        await copy.close();
        await snapshot.close();
      }
      stopped = true;
      await writing;
      const [ofOne = 0, ofTwo = 0] = counts;
      assert.ok(ofOne === ofTwo || ofOne === ofTwo + 1, `${ofOne} and ${ofTwo} rows: not of one instant`);
      assert.ok(ofOne <= seen + 2, 'rows that were written after the snapshot are in the copy');
      await one.close();
      await two.close();
    });
  });

  for (const target of engines) {
    test(`${engine} to ${target}: every value comes back as it was, rows after those they refer to`, async (t) => {
      await withTempDir(async (folder) => {
        const url = await place(t, engine, folder, 'one');
        const database = await fresh(url);
        // Separators of lines for some readers, and longer than one read of a file.
        const word = `a\tb\r\n"ü"\\u0000 ﷼\u0085\u2028\u2029\u2028${'ü﷼'.repeat(50_001)}`;
        const all = { id: 9_007_199_254_740_991, word, share: 0.1 + 0.2, is_on: true };
        await database.db
          .insertInto('whole')
          .values([
            { ...all, bytes: new Uint8Array([0, 255, 10]) },
            { id: -1, word: '', share: -0.0, is_on: false, bytes: new Uint8Array() },
            { id: 2, word: '\\x00', share: 5e-324, is_on: false, bytes: new Uint8Array(1_000_000).fill(7) },
            { id: 3, word: null, share: null, is_on: false, bytes: null },
          ])
          .execute();
        // More than are carried at a time.
        const many = Array.from({ length: 1_201 }, (_, at) => ({ id: at, whole_id: all.id }));
        await database.db.insertInto('record').values(many).execute();
        const before = await database.db.selectFrom('whole').selectAll().orderBy('id').execute();
        await database.close();
        const { snapshots } = await snapshotTogether(new Map([['one', url]]), async () => {});
        const file = join(folder, 'copy');
        await snapshots.get('one')?.copyTo(file);
        await snapshots.get('one')?.close();
        const copy = await restored(engine, file, await place(t, target, folder, 'there'));
        assert.deepEqual(
          plain(await copy.db.selectFrom('whole').selectAll().orderBy('id').execute()),
          plain(before),
        );
        assert.deepEqual(await copy.db.selectFrom('record').selectAll().orderBy('id').execute(), many);
        assert.deepEqual(await migrate(copy, MIGRATIONS), []);
        await copy.close();
      });
    });
  }
}

/** As services read them: the engines give booleans and bytes in types of their own. */
function plain(rows: readonly Schema['whole'][]): readonly unknown[] {
  return rows.map(({ bytes, is_on, ...row }) => ({
    ...row,
    bytes: bytes === null ? null : Buffer.from(bytes).toString('hex'),
    is_on: toBoolean(is_on),
  }));
}

test('a value that the other engine would read differently is refused by its column', async () => {
  await withTempDir(async (folder) => {
    const file = join(folder, 'one.sqlite');
    const made = await fresh(`sqlite:${file}`);
    await made.close();
    const raw = new DatabaseSync(file);
    raw.exec('pragma journal_mode = delete');
    const source = (text: string) => {
      raw.exec(text);
      return [...(rowsInSqlite(file)(['whole', 'record']) as Iterable<RowBatch>)];
    };
    assert.throws(() => source('update whole set is_on = 2'), /whole\.is_on has a value that is no boolean/);
    assert.throws(() => source("update whole set is_on = 0, word = x'00'"), /whole\.word .* no text/);
    assert.throws(() => source("update whole set word = null, bytes = 'a'"), /whole\.bytes .* no blob/);
    assert.throws(() => source('update whole set bytes = null, share = 9e999'), /whole\.share .* no double/);
    assert.throws(() => source('update whole set share = null, word = char(97, 0)'), /whole\.word .*U\+0000/);
    assert.equal(source('update whole set word = null').length, 1);
    assert.throws(() => source('create table other (id bigint)'), /rows of other, which is no table here/);
    raw.close();
    const there = join(folder, 'there.sqlite');
    const lines = join(folder, 'lines');
    const filled = async (text: string) => {
      await writeFile(lines, text);
      await rm(there, { force: true });
      await fillSqlite(there, MIGRATIONS, rowsInFile(lines));
    };
    const row = (share: string) =>
      `whole\t{"id":1,"word":null,"bytes":null,"share":${share},"is_on":false}\n`;
    await assert.rejects(filled(row('"NaN"')), /whole\.share has a value that is no double/);
    await assert.rejects(filled('whole\t{"id":1}\n'), /a row of whole has other columns than the table/);
    await assert.rejects(filled('record\t{"id":1,"whole_id":7}\n'), /FOREIGN KEY constraint failed/);
    await assert.rejects(filled('other\t{}\n'), /rows of other, which is no table here/);
    await filled(row('0.5'));
  });
});

test('an interrupted restore leaves nothing that a service would start on', async (t) => {
  const database = await openFresh<unknown>(t, 'postgres');
  await withTempDir(async (folder) => {
    const file = join(folder, 'lines');
    const row = '{"id":1,"word":null,"bytes":null,"share":null,"is_on":false}';
    await writeFile(file, `whole\t${row}\nrecord\t{"id":1,"whole_id":7}\n`);
    await assert.rejects(restoreRows(database, MIGRATIONS, rowsInFile(file)), /foreign key/);
    assert.equal(await isEmpty(database), true);
    await writeFile(file, `whole\t${row.replace('"id"', '"other"')}\n`);
    const strange = restoreRows(database, MIGRATIONS, rowsInFile(file));
    await assert.rejects(strange, /a row of whole has other columns than the table/);
    await writeFile(file, `whole\t${row}\n`);
    await restoreRows(database, MIGRATIONS, rowsInFile(file));
    assert.deepEqual(await migrate(database, MIGRATIONS), []);
  });
});

for (const engine of engines) {
  test(`${engine}: rows of megabytes are carried a few at a time`, async (t) => {
    await withTempDir(async (folder) => {
      const url = await place(t, engine, folder, 'one');
      const database = await fresh(url);
      const bytes = new Uint8Array(2_200_000).fill(7);
      for (let id = 1; id <= 4; id += 1)
        await database.db
          .insertInto('whole')
          .values({ ...row(id), bytes })
          .execute();
      await database.close();
      const { snapshots } = await snapshotTogether(new Map([['one', url]]), async () => {});
      const file = join(folder, 'copy');
      await snapshots.get('one')?.copyTo(file);
      await snapshots.get('one')?.close();
      const source = engine === 'sqlite' ? rowsInSqlite(file) : rowsInFile(file);
      // Hundreds of them, as hexadecimal numbers, would be more than one string can hold.
      for await (const { table, rows } of source(['whole', 'record']))
        if (table === 'whole') assert.ok(rows.length <= 3, `${rows.length} rows at a time`);
    });
  });
}

test('files beside a copied SQLite file are not read with it', async () => {
  await withTempDir(async (folder) => {
    const source = join(folder, 'source.sqlite');
    const open = new DatabaseSync(source);
    open.exec(
      "pragma journal_mode = wal; create table whole (word text); insert into whole values ('copied')",
    );
    open.exec('pragma wal_checkpoint(truncate)');
    const file = join(folder, 'copy?#.sqlite');
    await copyFile(source, file);
    open.exec("insert into whole values ('beside')");
    await copyFile(`${source}-wal`, `${file}-wal`);
    open.close();
    const batches = [...(rowsInSqlite(file)(['whole']) as Iterable<RowBatch>)];
    assert.deepEqual(batches, [{ table: 'whole', rows: ['{"word":"copied"}'] }]);
  });
});

test('rows go only into an empty database, and only into existing tables', async (t) => {
  await withTempDir(async (folder) => {
    const file = async (text: string) => {
      await writeFile(join(folder, 'copy'), text);
      return join(folder, 'copy');
    };
    const database = await openFresh<unknown>(t, 'postgres');
    const strange = restoreRows(database, MIGRATIONS, rowsInFile(await file('other\t{}\n')));
    await assert.rejects(strange, /rows of other, which is no table/);
    await restoreRows(database, MIGRATIONS, rowsInFile(await file('')));
    await assert.rejects(
      restoreRows(database, MIGRATIONS, rowsInFile(await file(''))),
      /has tables already: name an empty/,
    );
    const broken = restoreRows(
      await openFresh<unknown>(t, 'postgres'),
      MIGRATIONS,
      rowsInFile(await file('no tab\n')),
    );
    await assert.rejects(broken, /a line of the copy is broken/);
    await assert.rejects(checkRows(await file('record\t{"id"\n'), 1), /broken: a row of record/);
    await assert.rejects(checkRows(await file('record\t{}'), 1), /broken: the last one has no end/);
    await assert.rejects(checkRows(await file('record\t{}\n'), 2), /has 1 rows instead of 2/);
  });
});

test('a missing database, or one that remains locked, is named', async () => {
  await withTempDir(async (folder) => {
    const urls = new Map([['bank', `sqlite:${join(folder, 'none.sqlite')}`]]);
    await assert.rejects(
      snapshotTogether(urls, async () => {}),
      /^Error: bank: there is no file/,
    );
  });
});
