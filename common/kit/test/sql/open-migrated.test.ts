import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '@common/kit/config';
import { POSTGRES_SETTINGS, postgresOptions } from '@common/kit/service/settings';
import type { Migration } from '@common/kit/sql/migrate';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import { sql } from 'kysely';

interface Schema {
  readonly note: { readonly text: string };
}

const notes: Migration = (db) => db.schema.createTable('note').addColumn('text', 'text').execute();

test('a database is created with its folder and brought up to date', async () => {
  await withTempDir(async (folder) => {
    const url = `sqlite:${join(folder, 'below', 'notes.sqlite')}`;
    for (let run = 0; run < 2; run += 1) {
      const opened = await openMigrated<Schema>('NOTES_URL', url, { '0001-notes': notes });
      assert.ok(opened.ok);
      assert.deepEqual(await opened.value.db.selectFrom('note').selectAll().execute(), []);
      await opened.value.close();
    }
  });
});

test('a database fault is reported under the name of its setting, without its value', async () => {
  const refused = await openMigrated<Schema>('NOTES_URL', 'mysql://user:hunter2@host/name', {});
  assert.ok(!refused.ok);
  assert.match(refused.error.message, /^NOTES_URL: .*unknown scheme/);
  const away = 'postgres://user:hunter2@127.0.0.1:1/name';
  const failing: Migration = () => Promise.reject(new Error('no'));
  for (const [url, says] of [
    [away, /^NOTES_URL: the postgres database does not answer/],
    ['sqlite::memory:', /^NOTES_URL: migration 0001-notes failed: no/],
  ] as const) {
    await assert.rejects(
      openMigrated<Schema>('NOTES_URL', url, { '0001-notes': failing }),
      (error: Error) => {
        assert.match(error.message, says);
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      },
    );
  }
});

test('a service opens PostgreSQL with the limits of its settings, and its name', async () => {
  const { url, drop } = await startPostgres();
  const settings = { DATABASE_CONNECTIONS: '2', DATABASE_STATEMENT_MS: '1500' };
  const read = readConfig(POSTGRES_SETTINGS, settings);
  assert.ok(read.ok);
  const options = postgresOptions(read.value.config, 'notes');
  const opened = await openMigrated<Schema>('NOTES_URL', url, { '0001-notes': notes }, options);
  assert.ok(opened.ok);
  const { db } = opened.value;
  const show = async (name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)).rows[0]?.value;
  assert.equal(await show('statement_timeout'), '1500ms');
  assert.equal(await show('idle_in_transaction_session_timeout'), '1500ms');
  assert.equal(await show('application_name'), 'sanad-notes');
  const ids = await Promise.all(
    Array.from({ length: 8 }, () =>
      sql<{ id: number }>`select pg_backend_pid() as id, pg_sleep(0.01)`.execute(db),
    ),
  );
  assert.equal(new Set(ids.map(({ rows }) => rows[0]?.id)).size, 2);
  await opened.value.close();
  await drop();
});
