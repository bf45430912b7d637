import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { sql } from 'kysely';
import { failureCodeOf } from '../failures.ts';
import { type Database, write } from './database.ts';

/** Below this, the next burst of writes may fail: time to act while the service still works. */
export const LEAST_FREE_BYTES = 16 * 1_048_576;
const EVERY_MS = 5_000;

interface ProbeOptions {
  /** How long an answer is valid. Default 5000. */
  readonly everyMs?: number;
  /** Returns the free bytes on the disk that holds the folder. Default: asks the system. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

type WriteProbe = () => Promise<Result<void, 'database_not_writable'>>;

/**
 * Checks for `healthz` whether the database accepts writes. It commits one small write (SQLite: the file's
 * own `user_version`, to its present value; PostgreSQL: a transaction id), at most every `everyMs` however
 * often it is called, and looks at the free space of a SQLite file's disk. Rejects with a failure that
 * `FAILURES` knows, so that it gets its own code and a line in the log.
 */
export function createWriteProbe<Schema>(database: Database<Schema>, options: ProbeOptions = {}): WriteProbe {
  const { everyMs = EVERY_MS, freeBytes = freeOnDisk } = options;
  let known: { readonly atMs: number; readonly found: ReturnType<WriteProbe> } | undefined;
  return () => {
    if (known === undefined || performance.now() - known.atMs >= everyMs) {
      known = { atMs: performance.now(), found: look(database, freeBytes) };
    }
    return known.found;
  };
}

async function look<Schema>(
  database: Database<Schema>,
  freeBytes: (folder: string) => Promise<number>,
): ReturnType<WriteProbe> {
  const file = database.engine === 'sqlite' ? await fileOf(database) : '';
  if (file !== '' && (await freeBytes(dirname(file))) < LEAST_FREE_BYTES) {
    const message = 'less than 16 MiB are free on the disk of the database';
    throw Object.assign(new Error(message), { code: 'ENOSPC' });
  }
  try {
    await (database.engine === 'sqlite' ? writeVersion(database) : writeTransactionId(database));
    return ok(undefined);
  } catch (error) {
    if (failureCodeOf(error) !== null) throw error;
    // The answer omits the cause, which may name files and addresses, because anyone may ask.
    const message = 'The database takes no writes: see the log, free its disk, or restore its permissions.';
    return fail('database_not_writable', message);
  }
}

/** The folder is empty for a database in memory. */
export async function fileOf<Schema>({ db }: Database<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string; file: string | null }>`pragma database_list`.execute(db);
  return rows.find(({ name }) => name === 'main')?.file ?? '';
}

async function writeVersion<Schema>(database: Database<Schema>): Promise<void> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(database.db);
  const version = Number(rows[0]?.user_version ?? 0);
  await write(database, (db) => sql.raw(`pragma user_version = ${version}`).execute(db));
}

async function writeTransactionId<Schema>({ db }: Database<Schema>): Promise<void> {
  const { rows } = await sql<{ mode: string }>`select pg_current_xact_id(),
    current_setting('transaction_read_only') as mode`.execute(db);
  // Taking a transaction id is no write, so a server that its operator made read-only still gives one.
  if (rows[0]?.mode === 'on')
    throw Object.assign(new Error('the server takes no writes (transaction_read_only)'), { code: '25006' });
}

async function freeOnDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
