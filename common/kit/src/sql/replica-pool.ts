import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { ReplicaTrouble } from '../telemetry/replica.ts';
import type { Database } from './database.ts';
import { createPool, type PostgresOptions } from './postgres.ts';

/** A connection to a replica, which is checked before each use. */
export interface ReplicaClient {
  query(question: {
    readonly text: string;
    readonly values: readonly unknown[];
    /** After this many milliseconds, this process gives up. */
    readonly query_timeout?: number;
  }): Promise<{ readonly rows: readonly unknown[] }>;
}

/** The connection works, but the server's data must not be read now. */
export class ReplicaUnusable extends Error {
  readonly trouble: ReplicaTrouble | null;
  /** `trouble` is null if the replica only has to catch up with this process. */
  constructor(trouble: ReplicaTrouble | null) {
    super(`the replica is not read: ${trouble ?? 'it catches up'}`);
    this.trouble = trouble;
  }
}

/** A silent replica must not delay an answer that the primary could give. */
const QUERY_MS = 10_000;
const CONNECT_MS = 2_000;
/** One address may have several servers: if one must not be read, another may. */
const MOST_CONNECTIONS_TRIED = 3;

/** The checks of a connection before and after each use. */
interface ReplicaLooks {
  /** Rejects if the server that the connection leads to must not be read. */
  admit(client: ReplicaClient): Promise<void>;
  /** After each query, records what the server has shown by now. */
  shown(client: ReplicaClient): Promise<void>;
}

/**
 * Makes a pool that need not reach its server. Each use of a connection begins with `admit` and fails if that
 * rejects. After any failure, or if its server is in trouble, a connection is not used again.
 */
export function openReplicaPool<Schema>(
  url: string,
  options: PostgresOptions,
  looks: ReplicaLooks,
): Database<Schema> {
  const pool = createPool(
    url,
    { ...options, connectTimeoutMs: CONNECT_MS, queryTimeoutMs: QUERY_MS },
    () => {},
  );
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      end: () => pool.end(),
      connect: () => connectTo(pool, looks),
    },
  });
  const db = new Kysely<Schema>({ dialect });
  let closing: Promise<void> | undefined;
  return {
    engine: 'postgres',
    db,
    close() {
      closing ??= db.destroy().then(async () => {
        if (!pool.ending) await pool.end();
      });
      return closing;
    },
  };
}

async function connectTo(pool: pg.Pool, looks: ReplicaLooks): Promise<PostgresPoolClient> {
  for (let tried = 1; ; tried += 1) {
    const client = await pool.connect();
    try {
      await looks.admit(client as unknown as ReplicaClient);
      return leased(client, looks);
    } catch (error) {
      const isInTrouble = error instanceof ReplicaUnusable && error.trouble !== null;
      const catchesUp = error instanceof ReplicaUnusable && error.trouble === null;
      client.release(!catchesUp);
      if (!isInTrouble || tried >= MOST_CONNECTIONS_TRIED) throw error;
    }
  }
}

function leased(client: pg.PoolClient, { shown }: ReplicaLooks): PostgresPoolClient {
  let isBroken = false;
  // Of the two forms of `query`, Kysely calls this one; the other is for cursors.
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      const result = await client.query(text, [...values]);
      await shown(client as unknown as ReplicaClient);
      return result;
    } catch (error) {
      isBroken = true;
      throw error;
    }
  };
  return { query, release: () => client.release(isBroken) } as unknown as PostgresPoolClient;
}
