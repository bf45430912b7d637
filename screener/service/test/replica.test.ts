import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import { removeDirectory } from '@common/kit/testing';
import { assertRaised, readAlertRules, scrape } from '@common/kit/testing/alert-drill';
import { startReplicatedPostgres } from '@common/kit/testing/postgres-replica';
import { track } from '@common/kit/testing/reaper';
import { sql } from 'kysely';
import type { ScreenerSchema } from '../src/store/schema.ts';
import { createSqlStore } from '../src/store/sql-store.ts';
import { openInProcess } from './service-in-process.ts';
import { writeTinySnapshot } from './tiny-snapshot.ts';

type Screener = Awaited<ReturnType<typeof openInProcess>>;

const servers = await startReplicatedPostgres(2);
const [first, second] = servers.replicas;
assert.ok(first !== undefined && second !== undefined);
const directory = await mkdtemp(join(tmpdir(), 'sanad-replica-test-'));
const forgetDirectory = track({ kind: 'directory', path: directory });
await writeTinySnapshot(directory);
const endings: (() => Promise<void>)[] = [];

after(async () => {
  for (const end of endings) await end();
  await servers[Symbol.asyncDispose]();
  await removeDirectory(directory);
  forgetDirectory();
});

async function startAt(replica: { readonly url: string }): Promise<Screener> {
  const screener = await openInProcess(
    { after: (end) => void endings.push(end) },
    {
      DATABASE_URL: servers.primary.url,
      DATABASE_READ_URL: replica.url,
      SNAPSHOT_DIR: directory,
      ...{
        DATABASE_READ_LAG_S: '1',
        KEY_HASH_SECRET: 'a secret for tests',
        SESSION_SECRET: 'another secret for tests',
      },
      RATE_LIMIT_DEMO: '100000',
      ALERTS_EVERY_MINUTES: '0',
      BULK_WORKERS: '0',
    },
  );
  await until(screener, 'replica', 'ok');
  return screener;
}

const screener = await startAt(first);

type Checks = Readonly<Record<string, { readonly state: string; readonly message?: string }>>;

/** What the check says once it is in this state. */
async function until(screener: Screener, check: string, state: string): Promise<string> {
  for (;;) {
    const { checks } = JSON.parse((await screener.get('/readyz')).body) as { readonly checks: Checks };
    if (checks[check]?.state === state) return checks[check].message ?? '';
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function readsOf({ url }: Screener) {
  const { series } = await scrape([url]);
  const of = (from: string) => series.get(`screener_reads_total{from="${from}",service="screener"}`) ?? 0;
  return { replica: of('replica'), primary: of('primary') };
}

async function untilLate(screener: Screener, seconds: number): Promise<void> {
  for (;;) {
    const { series } = await scrape([screener.url]);
    const lag = series.get('screener_replica_lag_seconds{service="screener"}') ?? 0;
    if (lag >= seconds && lag < Number.POSITIVE_INFINITY) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

let day = Date.UTC(2023, 2, 1);
/** Of an answer that is not cached, since nobody has asked for its day. */
async function screen(screener: Screener): Promise<number> {
  day += 86_400_000;
  return (await screener.get(`/v1/screen/SWIQ?as_of=${new Date(day).toISOString().slice(0, 10)}`)).status;
}

/** Screens until an answer reads the replica alone: what the service writes at its start raises what it must have. */
async function screensFromReplica(screener: Screener): Promise<void> {
  for (;;) {
    const before = await readsOf(screener);
    assert.equal(await screen(screener), 200);
    const after = await readsOf(screener);
    if (after.replica > before.replica && after.primary === before.primary) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('answers read from the replica, and what it has not got yet is still found', async () => {
  const primary = await openDatabase<ScreenerSchema>({ url: servers.primary.url });
  const replica = await openDatabase<ScreenerSchema>({ url: first.url });
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

test('a replica that is killed costs no answer', async () => {
  const other = await startAt(second);
  assert.equal(await screen(other), 200);
  const asked = Array.from({ length: 10 }, () => screen(other));
  await second.kill();
  const statuses = await Promise.all([...asked, ...Array.from({ length: 10 }, () => screen(other))]);
  assert.deepEqual(new Set(statuses), new Set([200]));
  assert.match(await until(other, 'replica', 'warn'), /does not answer/);
  assert.equal((await other.get('/readyz')).status, 200);
});

test('while the primary is away, answers come from the replica, and writes and unknown tickers get 503', async () => {
  await screensFromReplica(screener);
  await servers.primary.kill();
  assert.equal(await screen(screener), 200);
  assert.equal((await screener.get('/v1/screen/SWIQ')).status, 200, 'what would be kept is not');
  assert.equal((await screener.get('/v1/history/SWIQ')).status, 200);
  assert.equal((await screener.get('/v1/search?q=southwind')).status, 200);
  const unknown = await screener.get('/v1/screen/NOPE');
  assert.equal(unknown.status, 503, unknown.body);
  assert.equal(JSON.parse(unknown.body).error.code, 'database_unavailable');
  const signUp = await screener.post('/api/keys', '{"email":"reader@example.com"}');
  assert.equal(signUp.status, 503);
  assert.match(await until(screener, 'database', 'warn'), /writes are refused/);
  assert.equal((await screener.get('/readyz')).status, 200);
  await until(screener, 'replica', 'ok');
});
