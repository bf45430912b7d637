import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openReadReplica } from '@common/kit/sql/read-replica';
import { startReplicatedPostgres } from '@common/kit/testing/postgres-replica';
import { administer } from '@common/kit/testing/postgres-server';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../src/sql/database.ts';

const OPTIONS = {
  postgres: {},
  mostLagMs: 60_000,
  newestMigration: '0001-first',
  version: '(select value from counter)',
  onChange: () => {},
};

/** One pair for all tests: starting it takes longer than they do. */
const pair = startReplicatedPostgres();
after(async () => (await pair)[Symbol.asyncDispose]());

test('a process that saw the primary reads no replica that lacks it, nor one of another schema or database', async () => {
  const servers = await pair;
  const primary = await openDatabase<unknown>({ url: servers.primary.url });
  const direct = await openDatabase<unknown>({ url: servers.replica.url });
  const opened: { close(): Promise<void> }[] = [primary, direct];
  await using _closed = {
    [Symbol.asyncDispose]: async () => {
      for (const each of opened) await each.close();
    },
  };
  const open = async (given: Partial<typeof OPTIONS> & { readonly url?: string } = {}) => {
    const replica = openReadReplica<unknown>({ primary, url: servers.replica.url, ...OPTIONS, ...given });
    opened.unshift(replica);
    await replica.start();
    return replica;
  };
  const caughtUp = () => hasReplayed(primary.db, direct.db);

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

  await sql`create database other`.execute(primary.db);
  const there = await openDatabase<unknown>({ url: named(servers.primary.url, 'other') });
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
  const servers = await pair;
  await administer(servers.primary.url, 'create database quiet');
  const primary = await openDatabase<unknown>({ url: named(servers.primary.url, 'quiet') });
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
  const asked = t.mock.method(pg.Client.prototype, 'query').mock;
  while (replica.state().trouble !== null) await setTimeout(10);
  const looks = asked.calls
    .map(
      ({ arguments: [question] }) => question as { readonly text?: string; readonly query_timeout?: number },
    )
    .filter(({ text }) => text?.includes('pg_last_wal_replay_lsn') === true);
  assert.deepEqual(new Set(looks.map((look) => look.query_timeout)), new Set([2_000]), 'nor for its looks');
});

/** Returns once the replica has all that the primary has now. */
async function hasReplayed(primary: Kysely<unknown>, replica: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(primary);
  for (;;) {
    const asked = await sql<{ done: boolean }>`
      select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as done`.execute(replica);
    if (asked.rows[0]?.done === true) return;
  }
}

async function counter(db: Kysely<unknown>): Promise<number | undefined> {
  const { rows } = await sql<{ value: number }>`select value from counter`.execute(db);
  return rows[0]?.value;
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
