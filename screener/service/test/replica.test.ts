import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import { assertRaised, readAlertRules, scrape } from '@common/kit/testing/alert-drill';
import { sql } from 'kysely';
import type { ScreenerSchema } from '../src/store/schema.ts';
import { createSqlStore } from '../src/store/sql-store.ts';
import {
  readsOf,
  screen,
  screener,
  screensFromReplica,
  servers,
  until,
  untilLate,
} from './replicated-service.ts';

test('answers read from the replica, and what it has not got yet is still found', async () => {
  const primary = await openDatabase<ScreenerSchema>({ url: servers.primary.url });
  const replica = await openDatabase<ScreenerSchema>({ url: servers.replica.url });
  await using _closed = {
    [Symbol.asyncDispose]: async () => {
      await Promise.all([primary.close(), replica.close()]);
    },
  };
  const health = async () => JSON.parse((await screener.get('/health')).body).replica;
  await screensFromReplica(screener);
  assert.equal(await health(), 'read');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where application_name = 'sanad-screener-answers'`.execute(
    replica.db,
  );
  assert.ok(Number(rows[0]?.count) > 0);

  const whole = await scrape([screener.url]);
  await sql`select pg_wal_replay_pause()`.execute(replica.db);
  const store = createSqlStore(primary);
  await store.saveTickers([{ symbol: 'ZZNEW', cik: '0001999002', name: 'New Name', exchange: null }]);
  assert.equal(
    (await screener.get('/v1/history/ZZNEW')).status,
    200,
    'the replica lacks it, the primary has it',
  );
  assert.equal(await createSqlStore(replica).findListing('ZZNEW'), null);
  // Well over the bound: a slow machine may call a replica late for a moment that is not.
  await untilLate(screener, 3);
  assert.match(await until(screener, 'replica', 'warn'), /too far behind/);
  assert.equal(await health(), 'behind');
  const rule = (await readAlertRules()).find(({ alert }) => alert === 'ReplicaNotRead');
  assert.ok(rule !== undefined);
  await assertRaised(rule, { before: whole, after: await scrape([screener.url]) });
  const paused = await readsOf(screener);
  assert.equal(await screen(screener), 200);
  const late = await readsOf(screener);
  assert.ok(late.primary > paused.primary);
  assert.equal(late.replica, paused.replica);

  await sql`select pg_wal_replay_resume()`.execute(replica.db);
  await until(screener, 'replica', 'ok');
  await screensFromReplica(screener);
  assert.notEqual(await createSqlStore(replica).findListing('ZZNEW'), null);
});
