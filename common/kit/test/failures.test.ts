import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type FailureCode, failureCodeOf, noteFromDatabase } from '@common/kit/failures';
import { type Database, openDatabase, transaction } from '@common/kit/sql/database';
import { withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import { runPostgresScript } from '@common/kit/testing/postgres-script';
import { sql } from 'kysely';

interface Schema {
  note: { id: number; text: string };
}

const failing = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  );
const insert = (database: Database<Schema>, text = 'x'.repeat(3_000)) =>
  transaction(database, (trx) => trx.insertInto('note').values({ id: Date.now(), text }).execute());

/** A file with a table, and what opens it again. */
async function withFile(
  work: (open: (readOnly?: boolean) => Promise<Database<Schema>>, file: string) => Promise<void>,
) {
  await withTempDir(async (folder) => {
    const file = join(folder, 'a.sqlite');
    const opened: Database<Schema>[] = [];
    const open = async (readOnly = false) => {
      const sqlite = { busyTimeoutMs: 0, readOnly };
      const database = await openDatabase<Schema>({ url: `sqlite:${file}`, sqlite });
      opened.push(database);
      return database;
    };
    const first = await open();
    await sql`create table note (id integer, text text)`.execute(first.db);
    await work(open, file);
    for (const database of opened) await database.close();
  });
}

describe('SQLite', () => {
  test('a full disk is the first error, of every transaction that shares the commit', () =>
    withFile(async (open) => {
      const database = await open();
      await sql`pragma max_page_count = 20`.execute(database.db);
      const fill = async () => {
        for (;;) await Promise.all([insert(database), insert(database), insert(database)]);
      };
      const first = await failing(fill);
      assert.match(String(first), /database or disk is full/);
      assert.equal(failureCodeOf(first), 'disk_full');
      const alone = await failing(() => insert(database, 'x'.repeat(50_000)));
      assert.equal(failureCodeOf(alone), 'disk_full');
      await sql`pragma max_page_count = 10000`.execute(database.db);
      await insert(database);
    }));

  test('another’s lock, a read-only file and a damaged page', () =>
    withFile(async (open, file) => {
      const [database, other] = [await open(), await open()];
      await sql`begin immediate`.execute(other.db);
      assert.equal(failureCodeOf(await failing(() => insert(database))), 'database_busy');
      await sql`rollback`.execute(other.db);
      const readOnly = await open(true);
      assert.equal(failureCodeOf(await failing(() => insert(readOnly))), 'storage_read_only');
      for (let row = 0; row < 20; row += 1) await insert(database);
      await sql`pragma wal_checkpoint(truncate)`.execute(database.db);
      await Promise.all([database.close(), other.close(), readOnly.close()]);
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0xa5, 4_096));
      const damaged = await open();
      const read = await failing(() => damaged.db.selectFrom('note').selectAll().execute());
      assert.equal(failureCodeOf(read), 'database_damaged');
      assert.equal(failureCodeOf(await failing(() => insert(damaged))), 'database_damaged');
    }));

  test('a file that is no database is damaged', () =>
    withTempDir(async (folder) => {
      const file = join(folder, 'a.sqlite');
      writeFileSync(file, 'x'.repeat(5_000));
      const opening = await failing(() => openDatabase({ url: `sqlite:${file}` }));
      assert.equal(failureCodeOf(opening), 'database_damaged');
    }));
});

describe('PostgreSQL', () => {
  test('a connection that is cut in a transaction: the first error, not the rollback’s', async (t) => {
    const { url } = await startPostgres();
    const database = await openDatabase<Schema>({ url });
    t.after(() => database.close());
    const error = await failing(() =>
      transaction(database, async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await runPostgresScript(url, `select pg_terminate_backend(${rows[0]?.pid})`);
        await sql`select 1`.execute(trx);
      }),
    );
    assert.equal(failureCodeOf(error), 'database_unavailable');
    assert.match(String(error), /terminating connection due to administrator command/);
    await sql`select 1`.execute(database.db);
  });

  test('a statement past its time, a lock, a read-only server, a full disk', async (t) => {
    const { url } = await startPostgres();
    const database = await openDatabase<Schema>({ url });
    t.after(() => database.close());
    const say = (text: string) => failing(() => sql.raw(text).execute(database.db));
    const code = async (text: string) => failureCodeOf(await say(text));
    const raise = (state: string) => `do $$ begin raise 'x' using errcode = '${state}'; end $$`;
    const states: Readonly<Record<string, FailureCode>> = {
      '53100': 'disk_full',
      '57014': 'database_timeout',
      '25006': 'storage_read_only',
      '53300': 'database_unavailable',
      '55P03': 'database_busy',
      '40P01': 'database_busy',
      XX001: 'database_damaged',
      '58030': 'storage_failed',
    };
    for (const [state, expected] of Object.entries(states)) assert.equal(await code(raise(state)), expected);
    assert.equal(await code('select nothing'), null);
  });

  test('a refused connection is the database’s, and another’s is not', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    await new Promise((resolve) => server.close(resolve));
    const at = `127.0.0.1:${address.port}`;
    const away = await failing(() => openDatabase({ url: `postgres://u:p@${at}/x` }));
    assert.equal(failureCodeOf(away), 'database_unavailable');
    assert.equal(failureCodeOf(await failing(() => fetch(`http://${at}/`))), 'peer_unavailable');
  });
});

test('codes of the system, inside other errors too, and what says nothing', () => {
  const system = (code: string) => Object.assign(new Error(code), { code });
  assert.equal(failureCodeOf(new Error('x', { cause: system('ENOSPC') })), 'disk_full');
  assert.equal(failureCodeOf(system('EROFS')), 'storage_read_only');
  assert.equal(failureCodeOf(system('EIO')), 'storage_failed');
  const call = (syscall: string, code: string) => Object.assign(system(code), { syscall });
  for (const code of [
    'EACCES',
    'EPERM',
    'EMFILE',
    'ENFILE',
    'ESTALE',
    'ENOENT',
    'ENOTDIR',
    'EBUSY',
    'ENOMEM',
  ])
    assert.equal(failureCodeOf(call('open', code)), 'storage_failed', code);
  assert.equal(failureCodeOf(call('open', 'ENOSPC')), 'disk_full');
  for (const [syscall, code] of [
    ['spawn', 'ENOENT'],
    ['listen', 'EACCES'],
    ['read', 'EBADF'],
  ] as const)
    assert.equal(failureCodeOf(call(syscall, code)), null, 'not of a file, or a bug');
  const both = new AggregateError([system('ECONNREFUSED'), system('ECONNREFUSED')]);
  assert.equal(failureCodeOf(both), 'peer_unavailable');
  noteFromDatabase(both);
  assert.equal(failureCodeOf(both), 'database_unavailable');
  for (const bug of [new TypeError('x'), system('ENOENT'), system('23505'), 'ENOSPC', null])
    assert.equal(failureCodeOf(bug), null);
  const circle = new Error('x');
  circle.cause = circle;
  assert.equal(failureCodeOf(circle), null);
});
