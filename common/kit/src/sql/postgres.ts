import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { isStalePlan, noteFromDatabase } from '../failures.ts';
import { toInteger } from './portable.ts';

export interface PostgresOptions {
  /** The most connections of this process. Default 10. */
  readonly maxConnections?: number;
  /** Default 5000. */
  readonly connectTimeoutMs?: number;
  /** The server ends a longer statement. Default 30000; 0 leaves the server's own setting. */
  readonly statementTimeoutMs?: number;
  /** The server ends a session that leaves a transaction idle for longer. Default 30000; 0 as above. */
  readonly idleInTransactionTimeoutMs?: number;
  /** This process gives up on a query that takes longer. Default: it waits for the server. */
  readonly queryTimeoutMs?: number;
  /** Shown in `pg_stat_activity`. Default `sanad`. */
  readonly applicationName?: string;
}

const DEFAULTS = {
  maxConnections: 10,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 30_000,
  idleInTransactionTimeoutMs: 30_000,
  applicationName: 'sanad',
};
const IDLE_CONNECTION_MS = 30_000;

const OID = {
  bytea: 17,
  int8: 20,
  json: 114,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  jsonb: 3802,
} as const;

/** These are read as the text that SQLite would give, so that a store reads both engines alike. */
const AS_TEXT: ReadonlySet<number> = new Set([OID.json, OID.jsonb, OID.date, OID.timestamp, OID.timestamptz]);

/** Opens a pool on PostgreSQL. Values are read differently than by `pg` itself: see `typeParser`. */
export async function openPostgres(
  connectionString: string,
  options: PostgresOptions,
  onConnectionLost: (error: Error) => void = () => {},
) {
  const pool = createPool(connectionString, options, onConnectionLost);
  const check = async () => {
    await pool.query('select 1').catch(rethrowNoted);
  };
  const release = async () => {
    if (!pool.ending) await pool.end();
  };
  return { dialect: new Dialect(pool), check, release };
}

class Dialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new PipelineDriver(this.#pool);
  }
}

/**
 * Kysely's own driver waits for the answer to each statement before it sends the next. Here a transaction's first read
 * goes out with the statement that opens it, and statements that are asked for together go out together.
 */
class PipelineDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #names = createNames();
  readonly #connections = new WeakMap<pg.PoolClient, PostgresConnection>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    const client = await this.#pool.connect().catch(rethrowNoted);
    const known = this.#connections.get(client) ?? new PostgresConnection(client, this.#names);
    this.#connections.set(client, known);
    return known;
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(settings);
  }

  commitTransaction(connection: PostgresConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PostgresConnection): Promise<void> {
    return connection.rollBack();
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

type Answer<Row> = Pick<QueryResult<Row>, 'rows' | 'numAffectedRows'>;

export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #names: ReturnType<typeof createNames>;
  /** The transaction that is open. */
  #open: { readonly begun: Promise<unknown>; failedBy: unknown } | null = null;
  #isDiscarded = false;

  constructor(client: pg.PoolClient, names: ReturnType<typeof createNames>) {
    this.#client = client;
    this.#names = names;
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<Answer<Row>> {
    return this.#run(sql, () => this.#send<Row>({ text: sql, values: [...parameters] }));
  }

  /** Runs a statement that the server parses and plans only once on each connection. */
  runPrepared<Row>(sql: string, values: unknown[]): Promise<Answer<Row>> {
    return this.#run(sql, async () => {
      const name = this.#names.of(sql);
      try {
        return await this.#send<Row>({ name, text: sql, values });
      } catch (error) {
        if (!isStalePlan(error)) throw error;
        this.#names.renew(name);
        // A transaction is aborted by then, and runs again as a whole.
        if (this.#open !== null) throw error;
        return this.#send<Row>({ name: this.#names.of(sql), text: sql, values });
      }
    });
  }

  // biome-ignore lint/correctness/useYield: it only refuses.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('rows are read by pages, not as a stream');
  }

  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const isolation = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    const begun = this.#send({ text: `start transaction${isolation}${accessMode ? ` ${accessMode}` : ''}` });
    // Each statement of the transaction awaits it too.
    begun.catch(() => {});
    this.#open = { begun, failedBy: null };
  }

  async commit(): Promise<void> {
    await this.#open?.begun;
    const { command } = await this.#send({ text: 'commit' });
    this.#open = null;
    // So PostgreSQL answers if an earlier statement failed, even one whose error was caught.
    if (command === 'ROLLBACK')
      throw new Error('the transaction was rolled back: one of its statements failed');
  }

  /** On a connection that is lost, this fails too. That error would hide the first, so the connection is discarded. */
  async rollBack(): Promise<void> {
    this.#open = null;
    await this.#send({ text: 'rollback' }).catch(() => {
      this.#isDiscarded = true;
    });
  }

  release(): void {
    this.#client.release(this.#isDiscarded);
  }

  async #run<Row>(sql: string, send: () => Promise<Sent<Row>>): Promise<Answer<Row>> {
    const open = this.#open;
    try {
      // INVARIANT: what writes is sent only when the transaction is known to be open: it must not commit by itself.
      if (open !== null && !/^\s*select\b/i.test(sql)) await open.begun;
      const [{ command, rowCount, rows }] = await Promise.all([send(), open?.begun]);
      const isChange = CHANGES.has(command);
      return { rows, ...(isChange ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
    } catch (error) {
      if (open === null) throw error;
      // What was sent behind a statement that failed fails for that reason alone.
      const isConsequence = error instanceof Error && 'code' in error && error.code === ABORTED_TRANSACTION;
      if (!isConsequence) open.failedBy ??= error;
      throw open.failedBy ?? error;
    }
  }

  async #send<Row>(query: pg.QueryConfig): Promise<Sent<Row>> {
    try {
      return (await this.#client.query(query)) as unknown as Sent<Row>;
    } catch (error) {
      // A query on a connection that broke before it fails with the error that broke it.
      return rethrowNoted(brokenBy.get(this.#client) ?? error);
    }
  }
}

interface Sent<Row> {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: Row[];
}

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const ABORTED_TRANSACTION = '25P02';

/**
 * The names of the prepared statements of a pool. After a migration by a newer version, the server refuses those that
 * read all columns of a table that has one more: then all are prepared anew, under other names.
 */
function createNames() {
  let generation = 0;
  let names = new Map<string, string>();
  return {
    of(sql: string): string {
      const name = names.get(sql) ?? `s${generation}_${names.size}`;
      names.set(sql, name);
      return name;
    },
    /** `refused`: the name that no longer works. Others that fail meanwhile have been renewed with it. */
    renew(refused: string): void {
      if (!refused.startsWith(`s${generation}_`)) return;
      generation += 1;
      names = new Map();
    },
  };
}

/** The error that broke a connection. It may come between two queries. */
const brokenBy = new WeakMap<object, Error>();

function rethrowNoted(error: unknown): never {
  noteFromDatabase(error);
  throw error;
}

/** Makes a pool that connects only when it is used. */
function createPool(
  connectionString: string,
  options: PostgresOptions,
  onConnectionLost: (error: Error) => void,
): pg.Pool {
  const settings = { ...DEFAULTS, ...options };
  const pool = new pg.Pool({
    connectionString,
    max: settings.maxConnections,
    pipeline: true,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    // An idle pool must not delay the end of a command. A server is held by its listening socket.
    allowExitOnIdle: true,
    application_name: settings.applicationName,
    ...(settings.statementTimeoutMs > 0 ? { statement_timeout: settings.statementTimeoutMs } : {}),
    ...(settings.idleInTransactionTimeoutMs > 0
      ? { idle_in_transaction_session_timeout: settings.idleInTransactionTimeoutMs }
      : {}),
    ...(settings.queryTimeoutMs === undefined
      ? {}
      : { query_timeout: settings.queryTimeoutMs, keepAlive: true }),
    types: { getTypeParser: typeParser },
  });
  pool.on('error', onConnectionLost);
  // Without a listener, a connection that breaks between two queries of a transaction ends the whole process.
  // The next query on it rejects, which is where the failure belongs.
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      if (!brokenBy.has(client)) brokenBy.set(client, error);
    }),
  );
  return pool;
}

/**
 * `int8` is read as a safe integer (an unsafe one throws), `bytea` as a plain Uint8Array, JSON and dates as
 * text, `numeric` as `pg` returns it: a decimal string, never a float.
 */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
  if (oid === OID.int8) return toInteger;
  if (oid === OID.bytea) return readBytea;
  if (AS_TEXT.has(oid)) return (text: string) => text;
  return pg.types.getTypeParser(oid, 'text');
}

function readBytea(text: string): Uint8Array {
  if (!text.startsWith('\\x')) throw new Error("PostgreSQL must send bytea as hex: set bytea_output = 'hex'");
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}
