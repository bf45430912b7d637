import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort, removeDirectory } from '../testing.ts';
import { isPublic, type PostgresBinaries, preparePostgresBinaries } from './postgres-binaries.ts';
import { track } from './reaper.ts';

/** A fresh, empty database on the PostgreSQL server of this test process. */
interface TestDatabase {
  readonly url: string;
  /** Drops it now, with its connections. Optional: the whole server goes away with the process. */
  drop(): Promise<void>;
}

interface Server {
  readonly process: ChildProcess;
  readonly directory: string;
  readonly url: (database: string) => string;
  readonly forget: () => void;
}

/** Who runs the server: PostgreSQL refuses to run as root. */
interface Account {
  readonly uid: number;
  readonly gid: number;
}

const SUPERUSER = 'sanad';
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 30;
const START_ATTEMPTS = 3;

/** Throw-away data, so no waiting for the disk. ICU English, so that an ORDER BY that needs code point order fails. */
const INITDB_FLAGS = [
  '--no-sync',
  '--no-instructions',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=icu',
  '--icu-locale=en-US',
];
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '16MB',
  max_connections: '100',
  wal_level: 'minimal',
  max_wal_senders: '0',
  io_method: 'sync',
  autovacuum: 'off',
};

let server: Promise<Server> | undefined;
let databases = 0;

/**
 * A new database on a real PostgreSQL server, which starts on the first call in a process, and stops and removes its
 * files when the process has nothing left to do, ends or is killed. Works for an ordinary user and, through the
 * unprivileged account `nobody`, for root; it adds no account to the system.
 */
export async function startPostgres(): Promise<TestDatabase> {
  server ??= startServer();
  const { url } = await server;
  databases += 1;
  const name = `test_${databases}`;
  await administer(url('postgres'), `create database ${name}`);
  return {
    url: url(name),
    drop: () => administer(url('postgres'), `drop database if exists ${name} with (force)`),
  };
}

export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function startServer(): Promise<Server> {
  const account = await unprivilegedAccount();
  const temporary = account !== undefined && !isPublic(tmpdir()) ? '/tmp' : tmpdir();
  const directory = await mkdtemp(join(temporary, 'sanad-postgres-'));
  const forgetDirectory = track({ kind: 'directory', path: directory });
  try {
    if (account !== undefined) await chown(directory, account.uid, account.gid);
    const binaries = await preparePostgresBinaries(directory, account !== undefined);
    const password = randomBytes(16).toString('hex');
    await initialise(binaries, directory, password, account);
    const started = await launch(binaries, directory, password, account);
    const forget = () => {
      forgetDirectory();
      started.forget();
    };
    const running = { ...started, directory, forget };
    process.once('beforeExit', () => {
      server = undefined;
      void stopServer(running);
    });
    return running;
  } catch (error) {
    await removeDirectory(directory);
    forgetDirectory();
    throw error;
  }
}

/** The account to run as if this process is root; undefined if it is not. */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const run = promisify(execFile);
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (cause) {
    throw new Error('PostgreSQL refuses to run as root, and there is no account "nobody" to run it as', {
      cause,
    });
  }
}

export async function initialise(
  binaries: PostgresBinaries,
  directory: string,
  password: string,
  account: Account | undefined,
): Promise<void> {
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await mkdir(join(directory, 'data'), { mode: 0o700 });
  if (account !== undefined) {
    await chown(passwordFile, account.uid, account.gid);
    await chown(join(directory, 'data'), account.uid, account.gid);
  }
  const log = join(directory, 'initdb.log');
  const flags = [
    `--pgdata=${join(directory, 'data')}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
  ];
  const child = spawnLogged(binaries.initdb, [...flags, ...INITDB_FLAGS], directory, log, account);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`initdb failed:\n${readFileSync(log, 'utf8')}`);
}

export async function launch(
  binaries: PostgresBinaries,
  directory: string,
  password: string,
  account: Account | undefined,
  more: Readonly<Record<string, string>> = {},
): Promise<Pick<Server, 'process' | 'url' | 'forget'>> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const log = join(directory, `server-${attempt}.log`);
    const settings = Object.entries({ ...SETTINGS, ...more, port }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const child = spawnLogged(
      binaries.postgres,
      ['-D', join(directory, 'data'), ...settings],
      directory,
      log,
      account,
    );
    if (child.pid === undefined) throw new Error(`cannot run ${binaries.postgres}`);
    const forget = track({ kind: 'process', pid: child.pid, signal: 'SIGQUIT' });
    const url = (database: string) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
    if (await becomesReady(child, url('postgres'))) {
      child.unref();
      return { process: child, url, forget };
    }
    child.kill('SIGKILL');
    forget();
    const output = readFileSync(log, 'utf8');
    // Only a port taken by another program is worth another try.
    if (attempt >= START_ATTEMPTS || !output.includes('could not bind')) {
      throw new Error(`PostgreSQL did not start:\n${output}`);
    }
  }
}

async function becomesReady(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    try {
      await administer(url, 'select 1');
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  return false;
}

async function stopServer(running: Server): Promise<void> {
  const { process: child, directory, forget } = running;
  if (child.exitCode === null && child.signalCode === null) {
    child.ref();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // The data is thrown away: no need for an orderly shutdown.
    child.kill('SIGQUIT');
    await ended;
  }
  await removeDirectory(directory);
  forget();
}

function spawnLogged(
  program: string,
  args: readonly string[],
  cwd: string,
  log: string,
  account: Account | undefined,
): ChildProcess {
  const file = openSync(log, 'w');
  try {
    return spawn(program, args, {
      cwd,
      stdio: ['ignore', file, file],
      env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
      ...account,
    });
  } finally {
    closeSync(file);
  }
}
