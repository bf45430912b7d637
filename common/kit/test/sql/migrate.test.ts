import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Migration, migrate } from '@common/kit/sql/migrate';
import { withTempDir } from '@common/kit/testing';
import { programArgs } from '@common/kit/testing/programs';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../src/sql/database.ts';
import { emptyDatabase, engines, openFresh } from './engines.ts';
import { migrateSlowly } from './migrate-slowly.ts';

const create =
  (name: string): Migration =>
  async (db) => {
    await db.schema.createTable(name).addColumn('id', 'integer').execute();
  };

interface Schema {
  first: { id: number };
  second: { id: number };
}

for (const engine of engines) {
  describe(engine, () => {
    test('migrations run once, in order, and new ones follow', async (t) => {
      const database = await openFresh(t, engine);
      const first = { '0001-first': create('first') };
      assert.deepEqual(await migrate(database, first), ['0001-first']);
      assert.deepEqual(await migrate(database, first), []);
      const both = { '0002-second': create('second'), ...first };
      assert.deepEqual(await migrate(database, both), ['0002-second']);
    });

    test('a failing migration rolls back its whole run, data definition included', async (t) => {
      const database = await openFresh<Schema>(t, engine);
      const broken: Migration = async (db) => {
        await create('second')(db, engine);
        throw new Error('half way');
      };
      await assert.rejects(
        migrate(database, { '0001-first': create('first'), '0002-second': broken }),
        /migration 0002-second failed: half way/,
      );
      await assert.rejects(database.db.selectFrom('first').selectAll().execute());
      const mended = { '0001-first': create('first'), '0002-second': create('second') };
      assert.deepEqual(await migrate(database, mended), ['0001-first', '0002-second']);
    });

    test('a database from a newer version is refused, and so is a misnamed migration', async (t) => {
      const database = await openFresh(t, engine);
      await migrate(database, { '0001-first': create('first'), '0002-second': create('second') });
      await assert.rejects(migrate(database, { '0001-first': create('first') }), /newer version/);
      await assert.rejects(migrate(database, { first: create('first') }), /0001-what-it-does/);
    });
  });
}

const EACH_ONCE = ['["0001-first","0002-second"]', '[]'];

test('two processes that start together on a SQLite file apply each migration once', async (t) => {
  await withTempDir(async (directory) => {
    const url = `sqlite:${join(directory, 'a.db')}`;
    assert.deepEqual((await startTogether(t, url, 2)).toSorted(), EACH_ONCE);
    const database = await openDatabase<Schema>({ url });
    await hasOneRowEach(database);
    await database.close();
  });
});

// The lock is the server's, so two pools of one process are as good as two processes.
test('two that start together on PostgreSQL apply each migration once', async (t) => {
  const url = await emptyDatabase(t);
  const databases = await Promise.all([openDatabase<Schema>({ url }), openDatabase<Schema>({ url })]);
  const applied = await Promise.all(databases.map(migrateSlowly));
  assert.deepEqual(applied.map((names) => JSON.stringify(names)).toSorted(), EACH_ONCE);
  await hasOneRowEach(databases[0]);
  for (const database of databases) await database.close();
});

async function hasOneRowEach({ db }: Database<Schema>): Promise<void> {
  for (const table of ['first', 'second'] as const) {
    assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [{ id: 1 }]);
  }
}

test('on PostgreSQL, migrations may exceed the time limit of other statements', async (t) => {
  const url = await emptyDatabase(t);
  const database = await openDatabase({ url, postgres: { statementTimeoutMs: 100, maxConnections: 1 } });
  t.after(() => database.close());
  await migrate(database, {
    '0001-slow': async (db) => {
      await sql`select pg_sleep(0.3)`.execute(db);
    },
  });
  await assert.rejects(sql`select pg_sleep(0.3)`.execute(database.db), /statement timeout/);
});

/** Starts the processes, waits until all have connected, then lets them go; their last lines. */
async function startTogether(t: TestContext, url: string, count: number): Promise<readonly string[]> {
  const program = fileURLToPath(new URL('./programs/migrate.ts', import.meta.url));
  const children = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, [...programArgs(program), url], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    let output = '';
    const ended = once(child, 'close');
    const ready = new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.startsWith('ready\n')) resolve();
      });
      child.once('close', () => reject(new Error('ended before it was ready')));
    });
    return { child, ready, ended, lastLine: () => output.trim().split('\n').at(-1) ?? '' };
  });
  await Promise.all(children.map(({ ready }) => ready));
  for (const { child } of children) child.stdin.write('go\n');
  return Promise.all(
    children.map(async ({ ended, lastLine }) => {
      assert.deepEqual(await ended, [0, null]);
      return lastLine();
    }),
  );
}
