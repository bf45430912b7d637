import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openDatabase } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import { CompiledQuery } from 'kysely';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { PepSchema } from '../../src/store/schema.ts';
import { createSqlStore, spentIntents } from '../../src/store/sql-store.ts';

const INTENTS = 3_000;
const SINCE = INTENTS - 2;
const id = (n: number) => `gr_${String(n).padStart(5, '0')}`;

/** Nearly all are old and recorded; two are recent, three are outstanding, one of which was never redeemed. */
async function open(t: TestContext, url: string) {
  const database = await openDatabase<PepSchema>({ url });
  t.after(() => database.close());
  await migrate(database, MIGRATIONS);
  const rows = Array.from({ length: INTENTS }, (_, n) => ({
    ...{ grant_id: id(n), operation: 'execute', request: '{}', redemption: '{}', attempts: 0, due_at: 0 },
    ...{ state: [3, 7, INTENTS - 1].includes(n) ? 'sent' : 'recorded', redeemed: n === 3 ? null : '{}' },
    ...{ lease_until: 0, presented_at: n },
  }));
  for (let n = 0; n < INTENTS; n += 500) {
    await database.db
      .insertInto('intent')
      .values(rows.slice(n, n + 500))
      .execute();
  }
  const store = createSqlStore(database);
  const page = async (after: string, limit: number) =>
    (await store.spent({ sinceMs: SINCE, after, limit })).map(({ grantId }) => grantId);
  const all = [7, INTENTS - 2, INTENTS - 1].map(id);
  assert.deepEqual(await page('', 100), all);
  assert.deepEqual(await page('', 2), all.slice(0, 2));
  assert.deepEqual(await page(id(7), 100), all.slice(1));
  return database.db;
}

async function planOf(db: Awaited<ReturnType<typeof open>>, explain: string): Promise<string> {
  const { sql, parameters } = spentIntents(db, { sinceMs: SINCE, after: '', limit: 100 }).compile();
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
  return JSON.stringify(rows);
}

test('spent grants are found by indexes, on SQLite', async (t) => {
  const plan = await planOf(await open(t, 'sqlite::memory:'), 'explain query plan');
  assert.match(plan, /INDEX intent_by_time \(presented_at>\?\)/);
  assert.match(plan, /intent_unfinished/);
  assert.match(plan, /\(grant_id=\?\)/);
});

test('spent grants are found by indexes, on PostgreSQL', async (t) => {
  const { url, drop } = await startPostgres();
  t.after(drop);
  const db = await open(t, url);
  await db.executeQuery(CompiledQuery.raw('analyze intent'));
  const plan = await planOf(db, 'explain');
  assert.match(plan, /intent_by_time/);
  assert.match(plan, /intent_unfinished/);
});
