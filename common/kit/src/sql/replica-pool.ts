import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Database } from '../sql.ts';
import type { ReplicaTrouble } from '../watch/replica.ts';
import { createPool, type PostgresOptions } from './postgres.ts';

/** A connection to a replica, as it is looked at before each use. */
export interface ReplicaClient {
  query(text: string, values: readonly unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** Not a failure of the connection: what the server holds is not to be read now. */
export class ReplicaUnusable extends Error {
  readonly trouble: ReplicaTrouble | null;
  /** `trouble` is null for a replica that is only about to catch up with this process. */
  constructor(trouble: ReplicaTrouble | null) {
    super(`the replica is not read: ${trouble ?? 'it catches up'}`);
    this.trouble = trouble;
  }
}

/** A replica that is silent must not hold up an answer that the primary could give. */
const QUERY_MS = 10_000;
const CONNECT_MS = 2_000;

/**
 * A pool that need not reach its server: each use of a connection begins with `admit`, and fails if that rejects. A
 * connection on which anything failed is not used again.
 */
export function openReplicaPool<Schema>(
  url: string,
  options: PostgresOptions,
  admit: (client: ReplicaClient) => Promise<void>,
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
      async connect() {
        const client = await pool.connect();
        let isBroken = false;
        try {
          await admit(client as unknown as ReplicaClient);
        } catch (error) {
          client.release(!(error instanceof ReplicaUnusable));
          throw error;
        }
        // Of the two forms of `query`, Kysely calls this one; the other is for cursors.
        const query = async (text: string, values: readonly unknown[]) => {
          try {
            return await client.query(text, [...values]);
          } catch (error) {
            isBroken = true;
            throw error;
          }
        };
        return { query, release: () => client.release(isBroken) } as unknown as PostgresPoolClient;
      },
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
