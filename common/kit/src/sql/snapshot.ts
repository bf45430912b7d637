import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from './database.ts';
import type { LockedDatabase, Snapshot } from './locked.ts';
import { checkRows, rowsOf, tablesOf } from './rows.ts';
import { lockSqlite } from './snapshot-sqlite.ts';
import { parseDatabaseUrl } from './url.ts';

const FILE_MODE = 0o600;
const LOCK_TIMEOUT_MS = 5_000;
const ATTEMPTS = 6;
const PAUSE_MS = 200;
/** The number of characters to write at once; one row may have more. */
const BLOCK = 1_048_576;

/**
 * Takes snapshots of several databases, all of the same instant. Writers wait while it takes them,
 * `meanwhile` included; copying comes later. Throws if a database cannot be locked; the message begins with
 * its name.
 */
export async function snapshotTogether<Value>(
  urls: ReadonlyMap<string, string>,
  meanwhile: () => Promise<Value>,
): Promise<{ readonly snapshots: ReadonlyMap<string, Snapshot>; readonly value: Value }> {
  const locks = new Map<string, LockedDatabase>();
  const snapshots = new Map<string, Snapshot>();
  try {
    // INVARIANT: every lock is held before the first snapshot, and none is released before the last.
    for (const [name, url] of urls) locks.set(name, await named(name, () => lockDatabase(url)));
    for (const [name, lock] of locks) snapshots.set(name, await named(name, () => lock.snapshot()));
    return { snapshots, value: await meanwhile() };
  } catch (error) {
    for (const snapshot of snapshots.values()) await snapshot.close();
    throw error;
  } finally {
    for (const lock of locks.values()) await lock.unlock();
  }
}

async function named<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

async function lockDatabase(url: string): Promise<LockedDatabase> {
  const target = parseDatabaseUrl(url);
  if (!target.ok) throw new Error(target.error.message);
  const { value } = target;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return value.engine === 'sqlite' ? lockSqlite(value.file, LOCK_TIMEOUT_MS) : await lockPostgres(url);
    } catch (error) {
      if (attempt >= ATTEMPTS || !/locked|lock timeout|deadlock/.test(String(error))) throw error;
      await setTimeout(PAUSE_MS * attempt);
    }
  }
}

/** These sessions only read or lock. No setting of the pool may end them. */
const POSTGRES = { maxConnections: 1, statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 };

async function lockPostgres(url: string): Promise<LockedDatabase> {
  const { connection, release } = await oneConnection(url);
  try {
    const tables = await tablesOf(connection);
    await sql`begin`.execute(connection);
    await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(connection);
    if (tables.length > 0) {
      const names = sql.join(tables.map((table) => sql.table(table)));
      await sql`lock table ${names} in share mode`.execute(connection);
    }
  } catch (error) {
    await release();
    throw error;
  }
  // Closing the session ends its transaction.
  return { snapshot: () => snapshotPostgres(url), unlock: release };
}

async function snapshotPostgres(url: string): Promise<Snapshot> {
  const { connection, release } = await oneConnection(url);
  try {
    await sql`begin isolation level repeatable read read only`.execute(connection);
    // The first query fixes the instant.
    const tables = await tablesOf(connection);
    const migrations = await migrationsIn(connection, tables);
    const copyTo = (file: string) => copyRows(connection, tables, file);
    return { engine: 'postgres', migrations, copyTo, close: release };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * This connection is held until it is released. A pool would close it while idle, and end its transaction.
 */
async function oneConnection(url: string) {
  const database = await openDatabase<unknown>({ url, postgres: POSTGRES });
  const held = Promise.withResolvers<Kysely<unknown>>();
  const freed = Promise.withResolvers<void>();
  const ended = database.db.connection().execute(async (connection) => {
    held.resolve(connection);
    await freed.promise;
    // Any open transaction on it ends without effect.
    await sql`rollback`.execute(connection);
  });
  ended.catch(held.reject);
  return {
    connection: await held.promise,
    async release() {
      freed.resolve();
      await ended.catch(() => {});
      await database.close();
    },
  };
}

/** Kysely's own table. */
interface AppliedSchema {
  kysely_migration: { name: string };
}

async function migrationsIn(db: Kysely<unknown>, tables: readonly string[]): Promise<readonly string[]> {
  if (!tables.includes('kysely_migration')) return [];
  const applied = db as unknown as Kysely<AppliedSchema>;
  const rows = await applied.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

async function copyRows(db: Kysely<unknown>, tables: readonly string[], file: string): Promise<void> {
  const handle = await open(file, 'wx', FILE_MODE);
  let written = 0;
  try {
    let block = '';
    for await (const line of rowsOf(db, tables)) {
      written += 1;
      block += line;
      if (block.length < BLOCK) continue;
      await handle.appendFile(block);
      block = '';
    }
    await handle.appendFile(block);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // An unreadable copy is found now, not on the day when it is needed.
  await checkRows(file, written);
}
