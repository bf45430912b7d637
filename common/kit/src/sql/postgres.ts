import {
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely';
import pg from 'pg';
import { noteFromDatabase } from '../failures.ts';
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
  return { dialect: new Dialect({ pool: keepFirstErrors(pool) }), check, release };
}

class Dialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new FirstErrorDriver(this.#config);
  }
}

/** On a connection that is lost, rolling back fails too. That error would hide the first. */
class FirstErrorDriver extends PostgresDriver {
  override async rollbackTransaction(
    ...given: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    // The connection is then discarded, and with it the transaction.
    await super.rollbackTransaction(...given).catch(() => {});
  }
}

/** The error that broke a connection. It may come between two queries. */
const brokenBy = new WeakMap<object, Error>();

/**
 * The pool for Kysely. It notes which errors came from the database, and a query on a connection that broke
 * before it fails with the error that broke it.
 */
function keepFirstErrors(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const keep = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (sql: string, parameters: readonly unknown[]) =>
      client
        .query(sql, [...parameters])
        .catch((error: unknown) => rethrowNoted(brokenBy.get(client) ?? error));
    return {
      // Kysely's other form takes a cursor, which needs a library that we do not pass in.
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
    };
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch(rethrowNoted);
      const known = clients.get(client) ?? keep(client);
      clients.set(client, known);
      return known;
    },
  };
}

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
