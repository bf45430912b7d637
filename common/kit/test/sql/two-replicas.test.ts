import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openReadReplica } from '@common/kit/sql/read-replica';
import { freePorts } from '@common/kit/testing/free-ports';
import { startReplicatedPostgres } from '@common/kit/testing/postgres-replica';
import { startRoundRobin } from '@common/kit/testing/round-robin';
import { type Kysely, sql } from 'kysely';
import { type Database, openDatabase } from '../../src/sql/database.ts';

/** As many reads at once as the pool has connections: each is used. */
const CONNECTIONS = 6;

const servers = await startReplicatedPostgres(2);
const [first, second] = servers.replicas.map(({ url }) => Number(new URL(url).port)) as [number, number];
const [port = 0] = await freePorts(1);
const balancer = await startRoundRobin(port, [first, second]);
const behindBalancer = new URL(servers.replica.url);
behindBalancer.port = String(port);

const primary = await openDatabase<unknown>({ url: servers.primary.url });
const direct = await Promise.all(servers.replicas.map(({ url }) => openDatabase<unknown>({ url })));
const [atFirst, atSecond] = direct.map(({ db }) => db) as [Kysely<unknown>, Kysely<unknown>];
const opened: { close(): Promise<void> }[] = [primary, ...direct];

after(async () => {
  for (const each of opened) await each.close();
  await balancer.close();
  await servers[Symbol.asyncDispose]();
});

for (const statement of [
  'create table kysely_migration (name text)',
  "insert into kysely_migration values ('0001-first')",
  'create table counter (value int)',
  'insert into counter values (0)',
  'create table note (text text)',
]) {
  await sql.raw(statement).execute(primary.db);
}
await Promise.all([caughtUp(atFirst), caughtUp(atSecond)]);

async function openProcess(mostLagMs = 60_000) {
  const replica = openReadReplica<unknown>({
    primary,
    url: behindBalancer.href,
    postgres: { maxConnections: CONNECTIONS },
    mostLagMs,
    newestMigration: '0001-first',
    version: '(select value from counter)',
    onChange: () => {},
  });
  opened.unshift(replica);
  await replica.start();
  const on = <Value>(read: (database: Database<unknown>) => Promise<Value>) =>
    replica.read(
      () => read(replica.database),
      () => read(primary),
    );
  const manyAtOnce = <Value>(read: () => Promise<Value>) =>
    Promise.all(Array.from({ length: CONNECTIONS }, read));
  const process = {
    replica,
    counters: () => manyAtOnce(() => on(({ db }) => counter(db))),
    notes: () => manyAtOnce(() => on(({ db }) => notes(db))),
    servers: async () => new Set(await manyAtOnce(() => on(({ db }) => portOf(db)))),
    /** Until a round of reads came from these servers alone. */
    async readsOnly(...ports: readonly number[]): Promise<void> {
      const wanted = JSON.stringify(ports.toSorted());
      while (JSON.stringify([...(await process.servers())].toSorted()) !== wanted) await pause();
    },
  };
  await process.readsOnly(first, second);
  return process;
}

/** By a process that is not the one under test. */
const count = () => sql`update counter set value = value + 1`.execute(primary.db);

describe('two replicas behind one balancer', () => {
  test('no read misses what one of them showed, however far the other is behind', async () => {
    const process = await openProcess();
    await paused(atSecond, async () => {
      for (let round = 0; round < 5; round += 1) {
        const before = Math.max(...(await process.counters()));
        await count();
        await caughtUp(atFirst);
        // The look at a connection is good for a while: what it shows after that counts too.
        const shown = Math.max(...(await process.counters()));
        assert.equal(shown, before + 1);
        assert.deepEqual(new Set(await process.counters()), new Set([shown]));
      }
    });
  });

  test('no read misses what this process wrote, whether the version shows it or not', async () => {
    const process = await openProcess();
    await paused(atFirst, () =>
      paused(atSecond, async () => {
        await sql`insert into note values ('one')`.execute(primary.db);
        process.replica.saw();
        assert.deepEqual(new Set(await process.notes()), new Set([1]));
        await count();
        process.replica.saw();
        const written = await counter(primary.db);
        assert.deepEqual(new Set(await process.counters()), new Set([written]));
      }),
    );
    await process.readsOnly(first, second);
  });

  test('one that is too far behind is not read: the other is, not the primary', async () => {
    const process = await openProcess(1_000);
    await paused(atSecond, async () => {
      await count();
      await process.readsOnly(first);
    });
  });

  test('if one is killed, no read fails, and the other is read', async () => {
    const process = await openProcess();
    const asked = process.counters();
    await servers.replicas[1]?.kill();
    await asked;
    await process.readsOnly(first);
  });
});

async function paused(replica: Kysely<unknown>, work: () => Promise<void>): Promise<void> {
  await sql`select pg_wal_replay_pause()`.execute(replica);
  try {
    await work();
  } finally {
    await sql`select pg_wal_replay_resume()`.execute(replica);
  }
}

/** Returns once the replica has all that the primary has now. */
async function caughtUp(replica: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(
    primary.db,
  );
  for (;;) {
    const asked = await sql<{ done: boolean }>`
      select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as done`.execute(replica);
    if (asked.rows[0]?.done === true) return;
  }
}

async function counter(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ value: number }>`select value from counter`.execute(db);
  return Number(rows[0]?.value);
}

async function notes(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from note`.execute(db);
  return Number(rows[0]?.count);
}

async function portOf(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ port: number }>`
    select inet_server_port() as port, pg_sleep(0.05)`.execute(db);
  return Number(rows[0]?.port);
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 100));
}
