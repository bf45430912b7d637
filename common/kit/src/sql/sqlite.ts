import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname, resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  type DatabaseConnection,
  type DialectAdapter,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { isRetryable } from '../failures.ts';

export interface SqliteOptions {
  /**
   * `full` (default): a commit is on the disk when it returns. `normal`: faster, but a power cut (not a crash
   * of the process) may lose the last commits; the file stays intact.
   */
  readonly synchronous?: 'full' | 'normal';
  /** How long a statement waits for another process's write lock. It blocks the thread. Default 5000. */
  readonly busyTimeoutMs?: number;
  /**
   * It refuses every write, changes no mode, and creates only what SQLite needs to read a file in WAL mode.
   */
  readonly readOnly?: boolean;
}

const DEFAULT_BUSY_TIMEOUT_MS = 5_000;
const WAL_PAUSE_MS = 10;
/** Limits of the statement cache: how many, and how long their text may be (a wide bulk insert runs once). */
const CACHED_STATEMENTS = 500;
const CACHED_SQL_LENGTH = 4_000;

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const OPEN_TO_OTHERS = 0o077;

/**
 * Opens (and creates, with its folder) a SQLite file in WAL mode with foreign keys enforced. Nobody else on
 * the machine can read it or its `-wal` and `-shm` files.
 */
export async function openSqlite(file: string, options: SqliteOptions) {
  const inMemory = file === ':memory:';
  const { readOnly = false } = options;
  if (!inMemory && !readOnly) makePrivate(resolve(file));
  const timeout = options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS;
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout, readOnly });
  const release = async () => {
    if (database.isOpen) database.close();
  };
  const check = async () => {
    if (readOnly) {
      // The first read detects a file that is no database.
      database.prepare('select count(*) from sqlite_schema').get();
      return;
    }
    if (!inMemory) await useWal(database, performance.now() + timeout);
    database.exec(`pragma synchronous = ${options.synchronous === 'normal' ? 'normal' : 'full'}`);
    // What undoes half a statement: as files, a transfer made, wrote and deleted some 15 of them.
    database.exec('pragma temp_store = memory');
  };
  const connection = { database: adaptDatabase(database), isInTransaction: () => database.isTransaction };
  return { dialect: new NodeSqliteDialect(connection), check, release };
}

/** If two processes open a new file together, SQLite refuses one at once, whatever its busy timeout. */
async function useWal(database: DatabaseSync, deadline: number): Promise<void> {
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isRetryable(error) || performance.now() >= deadline) throw error;
      await setTimeout(WAL_PAUSE_MS);
    }
  }
}

/**
 * This runs before SQLite opens the file, because SQLite gives the files beside it the same mode. An existing
 * folder does not change.
 */
function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
  closeSync(openSync(file, 'a', FILE_MODE));
  // Windows keeps access lists instead of these bits.
  if (platform() === 'win32') return;
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.mode & OPEN_TO_OTHERS) === 0) continue;
    try {
      chmodSync(path, FILE_MODE);
    } catch {
      throw new Error(`${path} can be read by others and is not ours to close; run: chmod 600 '${path}'`);
    }
  }
}

/** The one connection of an open SQLite database. */
interface SqliteConnection {
  readonly database: SqliteDatabase;
  readonly isInTransaction: () => boolean;
}

/** The connection behind every Kysely instance and transaction that has this adapter; null on PostgreSQL. */
export function sqliteConnectionOf(adapter: DialectAdapter): SqliteConnection | null {
  return adapter instanceof NodeSqliteAdapter ? adapter.connection : null;
}

/**
 * SQLite itself rolls back after some failures (a full disk, a failed read). Rolling back once more would fail
 * too, and that failure would hide the first.
 */
class FirstErrorDriver extends SqliteDriver {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    super({ database: connection.database });
    this.#connection = connection;
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.isInTransaction()) await super.rollbackTransaction(connection);
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    super({ database: connection.database });
    this.#connection = connection;
  }

  override createDriver(): SqliteDriver {
    return new FirstErrorDriver(this.#connection);
  }

  override createAdapter(): SqliteAdapter {
    return new NodeSqliteAdapter(this.#connection);
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  readonly connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    super();
    this.connection = connection;
  }

  /** SQLite rolls back DDL too. With this, a migration that fails halfway leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The part of a database that Kysely's SqliteDialect needs, on `node:sqlite`. */
function adaptDatabase(database: DatabaseSync): SqliteDatabase {
  const cache = new LRUCache<string, SqliteStatement>({ max: CACHED_STATEMENTS });
  return {
    close: () => {
      cache.clear();
      database.close();
    },
    prepare(sql) {
      // A deferred transaction that reads first and writes later is refused at once, whatever the busy
      // timeout, when another process wrote in between. Taking the write lock at the start makes it wait.
      const text = sql === 'begin' ? 'begin immediate' : sql;
      const cached = cache.get(text);
      if (cached !== undefined) return cached;
      const statement = adaptStatement(database, database.prepare(text));
      if (text.length <= CACHED_SQL_LENGTH) cache.set(text, statement);
      return statement;
    },
  };
}

function adaptStatement(database: DatabaseSync, statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bind(parameters)).map(withPrototype),
    run: (parameters) => statement.run(...bind(parameters)),
    *iterate(parameters) {
      // A separate statement: the cached one may run again while the caller still iterates over these rows.
      for (const row of database.prepare(statement.sourceSQL).iterate(...bind(parameters)))
        yield withPrototype(row);
    },
  };
}

/** Rows have no prototype; PostgreSQL's are plain objects, and both must compare equal. */
function withPrototype(row: object): object {
  // A copy would cost as much as reading the row. Nobody has used the row yet.
  return Object.setPrototypeOf(row, Object.prototype);
}

function bind(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value, index) => {
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (
      value === null ||
      typeof value === 'number' ||
      typeof value === 'bigint' ||
      typeof value === 'string' ||
      value instanceof Uint8Array
    ) {
      return value;
    }
    const kind = value === undefined ? 'undefined' : Object.prototype.toString.call(value);
    throw new TypeError(
      `SQL parameter ${index + 1} is ${kind}: pass null, number, string, boolean or Uint8Array`,
    );
  });
}
