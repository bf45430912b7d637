import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort, removeDirectory } from '../testing.ts';
import { isPublic, type PostgresBinaries, preparePostgresBinaries } from './postgres-binaries.ts';
import { track } from './reaper.ts';

/** A running server; its files remain when it ends. */
interface LaunchedServer {
  readonly process: ChildProcess;
  readonly url: (database: string) => string;
  readonly forget: () => void;
}

/** Who runs the server: PostgreSQL refuses to run as root. */
interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** A folder with an initialised `data` folder that no server has used yet, and the means to run one on it. */
interface PostgresFiles {
  readonly directory: string;
  readonly binaries: PostgresBinaries;
  readonly account: Account | undefined;
  readonly password: string;
  /** Removes the folder. */
  remove(): Promise<void>;
}

export interface PostgresServer {
  readonly url: (database: string) => string;
  /** Ends it at once and removes its files. */
  stop(): Promise<void>;
}

const SUPERUSER = 'sanad';
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 30;
const START_ATTEMPTS = 3;
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/', import.meta.url));
/** What `initialise` makes in a folder. */
const MADE = ['data', 'password'];

/**
 * The data is thrown away, so do not wait for the disk. ICU English makes an ORDER BY that needs code point
 * order fail.
 */
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

export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Starts a server with its own files, which are removed when it ends, even if this process is killed. It
 * works for an ordinary user and, through the unprivileged account `nobody`, for root; it adds no account to
 * the system.
 */
export async function startPostgresServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const files = await makeFiles();
  try {
    const launched = await launch(files, files.directory, settings);
    return {
      url: launched.url,
      stop: async () => {
        // The data is thrown away: no need for an orderly shutdown.
        await end(launched.process, 'SIGQUIT');
        launched.forget();
        await files.remove();
      },
    };
  } catch (error) {
    await files.remove();
    throw error;
  }
}

/** Initialised files for a server, below the system's temporary folder. */
export async function makeFiles(): Promise<PostgresFiles> {
  const account = await unprivilegedAccount();
  const temporary = account !== undefined && !isPublic(tmpdir()) ? '/tmp' : tmpdir();
  const directory = await mkdtemp(join(temporary, 'sanad-postgres-'));
  const forget = track({ kind: 'directory', path: directory });
  const remove = async () => {
    await removeDirectory(directory);
    forget();
  };
  try {
    if (account !== undefined) await chown(directory, account.uid, account.gid);
    const binaries = await preparePostgresBinaries(directory, account !== undefined);
    const password = await initialise(binaries, directory, account);
    return { directory, binaries, account, password, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The account to run as if this process is root; undefined if it is not. */
async function unprivilegedAccount(): Promise<Account | undefined> {
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

/**
 * Makes `data` in the folder and returns its superuser's password. `initdb` takes a second, so its result is
 * kept as a template that later calls copy.
 */
async function initialise(
  binaries: PostgresBinaries,
  directory: string,
  account: Account | undefined,
): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([binaries.version, INITDB_FLAGS]))
    .digest('hex');
  // Otherwise another user could not read it.
  const template = join(CACHE, `postgres-${key.slice(0, 16)}-${process.getuid?.() ?? 0}`);
  if (existsSync(template)) {
    for (const name of MADE) cpSync(join(template, name), join(directory, name), { recursive: true });
    if (account !== undefined) {
      const owner = `${account.uid}:${account.gid}`;
      await promisify(execFile)('chown', ['-R', owner, ...MADE], { cwd: directory });
    }
  } else {
    await runInitdb(binaries, directory, account);
    await keep(directory, template);
  }
  return readFile(join(directory, 'password'), 'utf8');
}

async function runInitdb(
  binaries: PostgresBinaries,
  directory: string,
  account: Account | undefined,
): Promise<void> {
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, randomBytes(16).toString('hex'), { mode: 0o600 });
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

/**
 * Only a complete template has this name. Without one, for example where nothing may be written, each call
 * takes a second longer.
 */
async function keep(directory: string, template: string): Promise<void> {
  const part = `${template}.${randomBytes(4).toString('hex')}`;
  const forget = track({ kind: 'directory', path: part });
  try {
    mkdirSync(part, { recursive: true, mode: 0o700 });
    for (const name of MADE) cpSync(join(directory, name), join(part, name), { recursive: true });
    await rename(part, template);
  } catch {
    // Another process was faster, or the folder is not writable.
    await removeDirectory(part);
  }
  forget();
}

/** Starts a server on the `data` folder in `folder`, at a free port. */
export async function launch(
  { binaries, account, password }: PostgresFiles,
  folder: string,
  more: Readonly<Record<string, string>> = {},
): Promise<LaunchedServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const log = join(folder, `server-${attempt}.log`);
    const settings = Object.entries({ ...SETTINGS, ...more, port }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const data = ['-D', join(folder, 'data')];
    const child = spawnLogged(binaries.postgres, [...data, ...settings], folder, log, account);
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
    // Only a port that another program took is worth another try.
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

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
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
