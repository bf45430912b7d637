import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openDatabase } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import { sql } from 'kysely';
import { MIGRATIONS } from '../src/store/migrations.ts';
import type { AuthoritySchema } from '../src/store/schema.ts';

const EVENTS = 2_000;

async function open(t: TestContext, url: string) {
  const database = await openDatabase<AuthoritySchema>({ url });
  t.after(() => database.close());
  await migrate(database, MIGRATIONS);
  // One of a rare kind among very many: reading all of them to find it would show.
  const rows = Array.from({ length: EVENTS }, (_, sequence) => ({
    ...{ sequence, event_id: `evt_${sequence}`, kind: sequence === 7 ? 'mandate_revoked' : 'tool_call' },
    ...{ grant_id: null, event_hash: 'h', record_json: '{}' },
  }));
  await database.db.insertInto('event').values(rows).execute();
  return database.db;
}

const QUERY = sql`select record_json from event where sequence > -1 and kind = 'mandate_revoked' order by sequence limit 100`;

test('events of one kind are found by an index, on SQLite', async (t) => {
  const db = await open(t, 'sqlite::memory:');
  const { rows } = await sql<{ detail: string }>`explain query plan ${QUERY}`.execute(db);
  assert.match(JSON.stringify(rows), /USING INDEX event_by_kind \(kind=\? AND sequence>\?\)/);
});

test('events of one kind are found by an index, on PostgreSQL', async (t) => {
  const { url, drop } = await startPostgres();
  t.after(drop);
  const db = await open(t, url);
  await sql`analyze event`.execute(db);
  const { rows } = await sql<Record<string, string>>`explain ${QUERY}`.execute(db);
  assert.match(JSON.stringify(rows), /event_by_kind/);
});
