import { randomBytes } from 'node:crypto';
import { administer, type PostgresServer, startPostgresServer } from './postgres-server.ts';

/** A fresh, empty database on the PostgreSQL server of this run of tests, or else of this process. */
interface TestDatabase {
  readonly url: string;
  /** Drops it now, with its connections. This is optional: the database ends with the process. */
  drop(): Promise<void>;
}

/**
 * If the variable is set, it is the address of the one server of all test files
 * (tools/testing/prepare-postgres.ts).
 */
const SHARED = process.env.SANAD_TEST_POSTGRES;

let server: Promise<PostgresServer> | undefined;
const databases = new Set<string>();

/**
 * A new database on a real PostgreSQL server. A test sees no other database, but it shares the server: a test
 * about connections or locks names its database, and one that stops or configures a server starts its own.
 */
export async function startPostgres(): Promise<TestDatabase> {
  if (databases.size === 0) process.once('beforeExit', () => void dropAll());
  server ??= SHARED === undefined ? startPostgresServer() : Promise.resolve(shared(SHARED));
  const { url } = await server;
  const name = `test_${randomBytes(6).toString('hex')}`;
  databases.add(name);
  // Copying files costs a third of copying through the log.
  await administer(url('postgres'), `create database ${name} strategy file_copy`);
  return { url: url(name), drop: () => drop(name, url('postgres')) };
}

function shared(address: string): PostgresServer {
  const url = (database: string) => Object.assign(new URL(address), { pathname: `/${database}` }).href;
  const stop = async () => {
    for (const name of databases) await drop(name, address);
  };
  return { url, stop };
}

async function drop(name: string, address: string): Promise<void> {
  await administer(address, `drop database if exists ${name} with (force)`);
  databases.delete(name);
}

/** The process has nothing left to do. */
async function dropAll(): Promise<void> {
  const running = await server;
  server = undefined;
  await running?.stop();
}
