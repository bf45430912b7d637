import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { Kysely, type KyselyPlugin, type Transaction } from 'kysely';
import { isRetryable } from '../failures.ts';
import { createGroupCommit, createGroupCommits, type GroupCommit } from './group-commit.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import { holdConnection } from './prepared.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';
import { type DatabaseTarget, type Engine, parseDatabaseUrl } from './url.ts';

/** One open database: the same queries and migrations run on both engines. */
export interface Database<Schema> {
  readonly engine: Engine;
  readonly db: Kysely<Schema>;
  /** Waits for running queries, then closes. Safe to call twice. */
  close(): Promise<void>;
}

interface OpenDatabaseOptions {
  /** `postgres://...`, `sqlite:/path/file.db`, `sqlite:relative/file.db` or `sqlite::memory:`. */
  readonly url: string;
  readonly sqlite?: SqliteOptions;
  readonly postgres?: PostgresOptions;
  /** It is called when a pooled connection breaks while idle. The pool replaces the connection. */
  readonly onConnectionLost?: (error: Error) => void;
}

type Isolation = 'read committed' | 'repeatable read' | 'serializable';

interface TransactionOptions {
  /**
   * Only for PostgreSQL; SQLite transactions are always serializable. Default `serializable`, as on SQLite.
   */
  readonly isolation?: Isolation;
  /**
   * The most runs of `work`, including the first. Default 10 on PostgreSQL, 3 on SQLite, where each waits
   * `busyTimeoutMs`.
   */
  readonly attempts?: number;
  /**
   * Only for PostgreSQL, with `read committed`: names what `work` locks first. Work of one group that is requested while
   * some of it runs goes into the next transaction together; alone, each would wait for that lock on a connection of its
   * own. On SQLite all work is one group.
   */
  readonly group?: string;
}

interface OpenTransaction {
  open: boolean;
}

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;
const POSTGRES_ATTEMPTS = 10;
const SQLITE_ATTEMPTS = 3;

const openTransactions = new AsyncLocalStorage<OpenTransaction>();

/**
 * Opens the database that `url` names and checks that it answers. Throws if the URL cannot be understood or
 * the database cannot be reached. No message contains the password.
 */
export async function openDatabase<Schema>(options: OpenDatabaseOptions): Promise<Database<Schema>> {
  const target = parseDatabaseUrl(options.url);
  if (!target.ok) throw new Error(target.error.message);
  const { dialect, check, release } = await openTarget(target.value, options);
  const db = new Kysely<Schema>({ dialect, plugins: [refuseQueriesBesideTransaction] });
  try {
    await check();
  } catch (cause) {
    await release();
    throw new Error(`the ${target.value.engine} database does not answer: ${messageOf(cause)}`, { cause });
  }
  let closing: Promise<void> | undefined;
  return {
    engine: target.value.engine,
    db,
    close() {
      closing ??= db.destroy().then(release);
      return closing;
    },
  };
}

function openTarget(target: DatabaseTarget, options: OpenDatabaseOptions) {
  if (target.engine === 'sqlite') return openSqlite(target.file, options.sqlite ?? {});
  return openPostgres(target.connectionString, options.postgres ?? {}, options.onConnectionLost);
}

/**
 * Runs `work` in one transaction and commits when it resolves; rolls back and rethrows when it rejects. If
 * the database refused a run because of another one (serialization failure, deadlock, busy file), it repeats
 * the run from the start after a short random pause, so `work` must have no effect outside `trx`. On SQLite,
 * transactions requested at the same time share one commit (`sql/group-commit.ts`).
 *
 * INVARIANT: inside `work` only `trx` is used. A query on `database.db` there would wait forever for the only
 * SQLite connection, and would not be part of the transaction on PostgreSQL; it throws instead.
 */
export async function transaction<Schema, Value>(
  database: Database<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Value>,
  options: TransactionOptions = {},
): Promise<Value> {
  if (openTransactions.getStore()?.open === true) {
    throw new Error('a transaction is open already: pass its trx on instead of starting another');
  }
  const attempts = options.attempts ?? (database.engine === 'sqlite' ? SQLITE_ATTEMPTS : POSTGRES_ATTEMPTS);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(database, work, options);
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
      await pause(attempt);
    }
  }
}

async function runOnce<Schema, Value>(
  database: Database<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Value>,
  { isolation = 'serializable', group }: TransactionOptions,
): Promise<Value> {
  const guarded = async (trx: Transaction<Schema>): Promise<Value> => {
    const state: OpenTransaction = { open: true };
    try {
      return await openTransactions.run(state, () => work(trx));
    } finally {
      state.open = false;
    }
  };
  // A database keeps work of several types together.
  const db = database.db as Kysely<unknown>;
  const untyped = guarded as (trx: Transaction<unknown>) => Promise<unknown>;
  if (database.engine === 'sqlite') {
    const together = onSqlite.get(db) ?? createGroupCommit(db);
    onSqlite.set(db, together);
    return (await together(untyped)) as Value;
  }
  if (group === undefined) return begin(database.db, isolation, guarded);
  const together =
    onPostgres.get(db) ?? createGroupCommits<unknown>((work) => begin(db, 'read committed', work));
  onPostgres.set(db, together);
  return (await together(group, untyped)) as Value;
}

/** Runs one transaction on PostgreSQL. */
function begin<Schema, Value>(
  db: Kysely<Schema>,
  isolation: Isolation,
  work: (trx: Transaction<Schema>) => Promise<Value>,
): Promise<Value> {
  return db
    .transaction()
    .setIsolationLevel(isolation)
    .execute(async (guarded) => {
      // The guard, which is the only plugin, must not see the transaction's own queries.
      const trx = guarded.withoutPlugins();
      const release = await holdConnection(trx);
      try {
        return await work(trx);
      } finally {
        release();
      }
    });
}

/**
 * Runs one writing statement as its own transaction. On SQLite it shares a commit with everything else that
 * is requested at the same time; on PostgreSQL it needs no `begin` and `commit`.
 */
export function write<Schema, Value>(
  database: Database<Schema>,
  statement: (db: Kysely<Schema>) => Promise<Value>,
): Promise<Value> {
  return database.engine === 'postgres' ? statement(database.db) : transaction(database, statement);
}

/** Each open database has one. */
const onSqlite = new WeakMap<object, GroupCommit<unknown>>();
const onPostgres = new WeakMap<object, ReturnType<typeof createGroupCommits<unknown>>>();

const refuseQueriesBesideTransaction: KyselyPlugin = {
  transformQuery({ node }) {
    if (openTransactions.getStore()?.open === true) {
      throw new Error('query outside the open transaction: use the trx that transaction() passes in');
    }
    return node;
  },
  async transformResult({ result }) {
    return result;
  },
};

function pause(attempt: number): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
  return setTimeout(Math.random() * longest);
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
