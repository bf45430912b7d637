import { CompiledQuery } from 'kysely';
import type { Database } from '../sql.ts';
import type { PostgresOptions } from './postgres.ts';
import { createReplicaLag } from './replica-lag.ts';
import { openReplicaPool, type ReplicaClient, type ReplicaTrouble, ReplicaUnusable } from './replica-pool.ts';

interface ReplicaState {
  /** Null while the replica is read. */
  readonly trouble: ReplicaTrouble | null;
  /** Of the server that was looked at last. */
  readonly lagMs: number;
}

export interface ReadReplica<Schema> {
  readonly database: Database<Schema>;
  state(): ReplicaState;
  /** Reads since the start, by where their answer came from. */
  reads(): { readonly replica: number; readonly primary: number };
  /**
   * `onReplica`, unless the replica is away, too far behind, or refuses: then `onPrimary`.
   * INVARIANT: once this process has read the primary, or has written, it reads no replica that has not caught up with
   * what it saw. So its reads never go back in time, and what it reads is no older than the version that it read before.
   */
  read<Value>(onReplica: () => Promise<Value>, onPrimary: () => Promise<Value>): Promise<Value>;
  /** As `read`; where the replica has nothing, the primary is asked, which may have got it a moment ago. */
  find<Value>(
    onReplica: () => Promise<Value>,
    onPrimary: () => Promise<Value>,
    isNothing: (value: Value) => boolean,
  ): Promise<Value>;
  /** This process wrote to the primary, or read from it what the replica may lack. */
  saw(): void;
}

interface ReplicaOptions<Schema> {
  readonly primary: Database<Schema>;
  readonly url: string;
  readonly postgres: PostgresOptions;
  /** A replica that is further behind is not read. */
  readonly mostLagMs: number;
  /** The last migration that this program knows: a replica without it has an older schema. */
  readonly newestMigration: string;
  /** SQL of a number that rises with every write that answers must not miss. */
  readonly version: string;
  readonly onChange: (trouble: ReplicaTrouble | null) => void;
}

/** How often primary and replica are looked at, and how long a connection to a replica is good for without a look. */
const LOOK_MS = 1_000;
/** While others keep writing, a read does not wait for the floor for ever. */
const MOST_ROUNDS = 3;
/** No table, no column: what migrations make is not there yet. */
const NO_SCHEMA: ReadonlySet<string> = new Set(['42P01', '42703', '3F000']);

interface Looked {
  readonly cluster: string;
  readonly database: string;
  readonly position: bigint;
  readonly version: number;
}

/** Whatever name or address it has, a physical replica has its primary's identifier and the database's number. */
const IDENTITY = `(select system_identifier::text from pg_control_system()) as cluster,
  (select oid::text from pg_database where datname = current_database()) as database`;

/** The server is not asked for anything yet; `stop` ends the looks. */
export function openReadReplica<Schema>(options: ReplicaOptions<Schema>) {
  const replica = createReadReplica(options);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const look = async (): Promise<void> => {
    await replica.look();
    if (!stopped) timer = setTimeout(look, LOOK_MS).unref();
  };
  return {
    ...replica,
    start: () => look(),
    async close() {
      stopped = true;
      clearTimeout(timer);
      await replica.database.close();
    },
  };
}

function createReadReplica<Schema>(options: ReplicaOptions<Schema>) {
  const { primary, mostLagMs, onChange } = options;
  const now = () => performance.now();
  const lag = createReplicaLag(now);
  const looked = new WeakMap<object, { readonly atMs: number; readonly version: number }>();
  const counts = { replica: 0, primary: 0 };
  let identity: Pick<Looked, 'cluster' | 'database'> | null = null;
  let state: ReplicaState = { trouble: 'behind', lagMs: Number.POSITIVE_INFINITY };
  let retryAt = 0;
  /** The version that a replica must have; to be read again where `isDue`. */
  let floor = 0;
  let isDue = true;
  let raising: Promise<void> | null = null;

  const change = (trouble: ReplicaTrouble | null, lagMs = state.lagMs): void => {
    const isNew = trouble !== state.trouble;
    state = { trouble, lagMs };
    if (trouble !== null) retryAt = now() + LOOK_MS;
    if (isNew) onChange(trouble);
  };

  async function askPrimary(): Promise<Looked> {
    const text = `select ${IDENTITY}, (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as position, ${options.version} as version`;
    const { rows } = await primary.db.executeQuery(CompiledQuery.raw(text, []));
    const found = rowOf(rows);
    identity = found;
    lag.mark(found.position);
    return found;
  }

  async function raiseFloor(): Promise<void> {
    // Before the question: what is written or read from here on is due again.
    isDue = false;
    try {
      floor = Math.max(floor, (await askPrimary()).version);
    } catch {
      isDue = true;
    } finally {
      raising = null;
    }
  }

  /** Reads that began after something was seen wait until the floor says so. */
  async function settleFloor(): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS && (isDue || raising !== null); round += 1) {
      raising ??= raiseFloor();
      await raising;
    }
    if (isDue) throw new ReplicaUnusable(null);
  }

  /** Throws what `read` takes for a reason to read the primary. */
  async function admit(client: ReplicaClient): Promise<void> {
    const known = looked.get(client);
    // Replay never goes back, so what a connection has shown it keeps.
    if (known !== undefined && now() - known.atMs < LOOK_MS && known.version >= floor) return;
    const found = await lookAtReplica(client, options);
    const isOther = identity?.cluster !== found.cluster || identity.database !== found.database;
    if (identity !== null && isOther) throw new ReplicaUnusable('another_database');
    const lagMs = lag.of(found.position);
    if (lagMs > mostLagMs) {
      state = { ...state, lagMs };
      throw new ReplicaUnusable('behind');
    }
    change(null, lagMs);
    if (found.version < floor) throw new ReplicaUnusable(null);
    looked.set(client, { atMs: now(), version: found.version });
  }

  const database = openReplicaPool<Schema>(options.url, options.postgres, admit);

  async function fromReplica<Value>(read: () => Promise<Value>): Promise<Value> {
    if (state.trouble !== null && now() < retryAt) throw new ReplicaUnusable(state.trouble);
    await settleFloor();
    return read();
  }

  const note = (error: unknown): void => {
    if (!(error instanceof ReplicaUnusable)) change('unreachable');
    else if (error.trouble !== null && error.trouble !== state.trouble) change(error.trouble);
    else if (error.trouble !== null && now() >= retryAt) retryAt = now() + LOOK_MS;
  };

  const fromPrimary = async <Value>(read: () => Promise<Value>): Promise<Value> => {
    const value = await read();
    isDue = true;
    counts.primary += 1;
    return value;
  };

  const replica: ReadReplica<Schema> = {
    database,
    state: () => state,
    reads: () => ({ ...counts }),
    saw() {
      isDue = true;
    },
    read: (onReplica, onPrimary) => replica.find(onReplica, onPrimary, () => false),
    async find(onReplica, onPrimary, isNothing) {
      try {
        const value = await fromReplica(onReplica);
        counts.replica += 1;
        if (!isNothing(value)) return value;
      } catch (error) {
        note(error);
        return fromPrimary(onPrimary);
      }
      const value = await onPrimary();
      // Where neither has it, nothing newer was seen.
      if (!isNothing(value)) isDue = true;
      return value;
    },
  };
  return {
    ...replica,
    /** Whether anybody asks or not, so that the state is known. Never rejects. */
    async look(): Promise<void> {
      await askPrimary().catch(() => {});
      await settleFloor().catch(() => {});
      retryAt = 0;
      await database.db.executeQuery(CompiledQuery.raw('select 1', [])).catch(note);
    },
  };
}

async function lookAtReplica(
  client: ReplicaClient,
  { version, newestMigration }: Pick<ReplicaOptions<unknown>, 'version' | 'newestMigration'>,
): Promise<Looked> {
  try {
    const { rows } = await client.query(
      `select ${IDENTITY}, ((case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end) - '0/0'::pg_lsn)::text as position,
        ${version} as version, exists (select from kysely_migration where name = $1) as migrated`,
      [newestMigration],
    );
    const [row] = rows as readonly { readonly migrated: boolean }[];
    if (row?.migrated !== true) throw new ReplicaUnusable('older_schema');
    return rowOf(rows);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && NO_SCHEMA.has(String(error.code));
    throw isMissing ? new ReplicaUnusable('older_schema') : error;
  }
}

function rowOf(rows: readonly unknown[]): Looked {
  const [row] = rows as readonly (Omit<Looked, 'position' | 'version'> & {
    readonly position: string;
    readonly version: unknown;
  })[];
  if (row === undefined) throw new Error('a look at a server gave no row');
  return { ...row, position: BigInt(row.position), version: Number(row.version ?? 0) };
}
