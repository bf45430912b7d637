import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openReadReplica } from '@common/kit/sql/read-replica';
import { freePorts } from '@common/kit/testing/free-ports';
import { startReplicatedPostgres } from '@common/kit/testing/postgres-replica';
import { administer } from '@common/kit/testing/postgres-server';
import { startRoundRobin } from '@common/kit/testing/round-robin';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/sql/database.ts';

const OPTIONS = {
  postgres: {},
  mostLagMs: 60_000,
  newestMigration: '0001-first',
  version: '(select value from counter)',
  onChange: () => {},
};

/** As many reads at once as the pool has connections: each is used. */
const CONNECTIONS = 6;

/** One set of servers for all tests: starting it takes longer than they do. */
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

for (const statement of [
  'create table kysely_migration (name text)',
  "insert into kysely_migration values ('0001-first')",
  'create table counter (value int)',
  'insert into counter values (0)',
  'create table note (text text)',
]) {
  await sql.raw(statement).execute(primary.db);
}
await Promise.all([atFirst, atSecond].map(hasReplayed));

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
      while (JSON.stringify([...(await process.servers())].toSorted()) !== wanted) await setTimeout(50);
    },
  };
  await process.readsOnly(first, second);
  return process;
}

/** By a process that is not the one under test. */
const count = () => sql`update counter set value = value + 1`.execute(primary.db);

describe('read replicas', () => {
  after(async () => {
    for (const each of opened) await each.close();
    await balancer.close();
    await servers[Symbol.asyncDispose]();
  });

  test('a process that saw the primary reads no replica that lacks it, nor one of another schema or database', async () => {
    const primary = await openDatabase<unknown>({ url: await made('early') });
    const url = named(servers.replica.url, 'early');
    const direct = await openDatabase<unknown>({ url });
    const opened: { close(): Promise<void> }[] = [primary, direct];
    await using _closed = {
      [Symbol.asyncDispose]: async () => {
        for (const each of opened) await each.close();
      },
    };
    const open = async (given: Partial<typeof OPTIONS> & { readonly url?: string } = {}) => {
      const replica = openReadReplica<unknown>({ primary, url, ...OPTIONS, ...given });
      opened.unshift(replica);
      await replica.start();
      return replica;
    };
    const caughtUp = () => hasReplayed(direct.db);

    const early = await open();
    assert.equal(early.state().trouble, 'older_schema', 'no tables yet');
    await sql`create table kysely_migration (name text)`.execute(primary.db);
    await sql`create table counter (value int)`.execute(primary.db);
    await sql`insert into counter values (1)`.execute(primary.db);
    await caughtUp();
    assert.equal((await open()).state().trouble, 'older_schema', 'the tables, but not the newest migration');
    await sql`insert into kysely_migration values ('0001-first')`.execute(primary.db);
    await caughtUp();

    const replica = await open();
    const read = () =>
      replica.read(
        () => counter(replica.database.db),
        () => counter(primary.db),
      );
    assert.deepEqual([replica.state().trouble, await read()], [null, 1]);
    await sql`select pg_wal_replay_pause()`.execute(direct.db);
    await sql`update counter set value = 2`.execute(primary.db);
    assert.equal(await read(), 1, 'as old as the lag');
    replica.saw();
    assert.equal(await read(), 2, 'this process wrote it');
    const before = replica.reads();
    assert.equal(await read(), 2);
    assert.deepEqual(replica.reads(), { ...before, primary: before.primary + 1 });
    assert.equal(replica.state().trouble, null, 'it is not called late for that');
    await sql`select pg_wal_replay_resume()`.execute(direct.db);
    await caughtUp();
    assert.equal(await read(), 2);
    assert.equal(replica.reads().primary, before.primary + 1, 'it is read again');

    const found = await replica.find(
      async () => null,
      async () => 'there',
      (value) => value === null,
    );
    assert.equal(found, 'there');

    const there = await openDatabase<unknown>({ url: await made('other') });
    opened.unshift(there);
    await sql`create table kysely_migration (name text)`.execute(there.db);
    await sql`insert into kysely_migration values ('0001-first')`.execute(there.db);
    await caughtUp();
    const wrong = await open({ url: named(servers.replica.url, 'other'), version: '0' });
    assert.equal(wrong.state().trouble, 'another_database');
    const away = await open({ url: 'postgres://nobody:secret@127.0.0.1:1/none' });
    assert.equal(away.state().trouble, 'unreachable');
  });

  test('answers do not wait for a silent replica: only looks connect to it', async (t) => {
    const primary = await openDatabase<unknown>({ url: await made('quiet') });
    for (const statement of [
      'create table kysely_migration (name text)',
      "insert into kysely_migration values ('0001-first')",
      'create table counter (value int)',
      'insert into counter values (1)',
    ]) {
      await sql.raw(statement).execute(primary.db);
    }
    await using silent = await startSilent();
    const url = new URL(named(servers.replica.url, 'quiet'));
    url.port = String(silent.port);
    const replica = openReadReplica<unknown>({ primary, url: url.href, ...OPTIONS });
    await using _closed = {
      [Symbol.asyncDispose]: async () => {
        await replica.close();
        await primary.close();
      },
    };
    await replica.start();
    assert.equal(replica.state().trouble, 'unreachable');
    // A look is under way now, and as good as always: it waits longer than looks are apart.
    const lookedAt = silent.connections();
    while (silent.connections() === lookedAt) await setTimeout(10);
    const looking = silent.connections();
    const reads = Array.from({ length: 20 }, () =>
      replica.read(
        () => counter(replica.database.db),
        () => counter(primary.db),
      ),
    );
    assert.deepEqual(new Set(await Promise.all(reads)), new Set([1]));
    assert.equal(silent.connections(), looking, 'no read made a connection');
    silent.speak(Number(new URL(servers.replica.url).port));
    const { mock: watch } = t;
    const asked = watch.method(pg.Client.prototype, 'query').mock;
    while (replica.state().trouble !== null) await setTimeout(10);
    const looks = asked.calls
      .map(
        ({ arguments: [question] }) =>
          question as { readonly text?: string; readonly query_timeout?: number },
      )
      .filter(({ text }) => text?.includes('pg_last_wal_replay_lsn') === true);
    assert.deepEqual(new Set(looks.map((look) => look.query_timeout)), new Set([2_000]), 'nor for its looks');
  });

  describe('two replicas behind one balancer', () => {
    test('no read misses what one of them showed, however far the other is behind', async () => {
      const process = await openProcess();
      await paused(atSecond, async () => {
        for (let round = 0; round < 5; round += 1) {
          const before = Math.max(...(await process.counters()));
          await count();
          await hasReplayed(atFirst);
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
});

/** Makes a database beside the others, on the replicas too; its address on the primary. */
async function made(name: string): Promise<string> {
  await administer(servers.primary.url, `create database ${name}`);
  await Promise.all([atFirst, atSecond].map(hasReplayed));
  return named(servers.primary.url, name);
}

async function paused(replica: Kysely<unknown>, work: () => Promise<void>): Promise<void> {
  await sql`select pg_wal_replay_pause()`.execute(replica);
  try {
    await work();
  } finally {
    await sql`select pg_wal_replay_resume()`.execute(replica);
  }
}

/** Returns once the replica has all that the primary has now. */
async function hasReplayed(replica: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(
    primary.db,
  );
  for (;;) {
    const asked = await sql<{ done: boolean }>`
      select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as done`.execute(replica);
    if (asked.rows[0]?.done === true) return;
    await setTimeout(5);
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

function named(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

/** Takes connections and says nothing, until `speak` names the server that later ones are passed on to. */
async function startSilent() {
  const sockets = new Set<Socket>();
  let count = 0;
  let target: number | null = null;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    count += 1;
    keep(socket);
    if (target === null) socket.resume();
    else socket.pipe(keep(connect(target, '127.0.0.1'))).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    speak: (port: number) => {
      target = port;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
