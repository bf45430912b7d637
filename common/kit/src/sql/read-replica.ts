import { CompiledQuery } from 'kysely';
import type { Database } from '../sql.ts';
import type { ReplicaReads, ReplicaState, ReplicaTrouble } from '../watch/replica.ts';
import type { PostgresOptions } from './postgres.ts';
import { createReplicaFloor, type ReplicaFloor } from './replica-floor.ts';
import { createReplicaLag } from './replica-lag.ts';
import { openReplicaPool, type ReplicaClient, ReplicaUnusable } from './replica-pool.ts';

export interface ReadReplica<Schema> extends ReplicaReads {
  readonly database: Database<Schema>;
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
  const state = createState(options.onChange);
  const primary = createPrimaryLooks(options);
  const floor = createReplicaFloor(async () => (await primary.look()).version);
  const admit = createAdmission(options, { state, primary, floor });
  const database = openReplicaPool<Schema>(options.url, options.postgres, admit);
  const counts = { replica: 0, primary: 0 };

  async function fromReplica<Value>(read: () => Promise<Value>): Promise<Value> {
    state.refuseWhileKnown();
    await floor.settle();
    return read();
  }

  const fromPrimary = async <Value>(read: () => Promise<Value>): Promise<Value> => {
    const value = await read();
    floor.raise();
    counts.primary += 1;
    return value;
  };

  const replica: ReadReplica<Schema> = {
    database,
    state: state.now,
    reads: () => ({ ...counts }),
    saw: floor.raise,
    read: (onReplica, onPrimary) => replica.find(onReplica, onPrimary, () => false),
    async find(onReplica, onPrimary, isNothing) {
      try {
        const value = await fromReplica(onReplica);
        counts.replica += 1;
        if (!isNothing(value)) return value;
      } catch (error) {
        state.note(error);
        return fromPrimary(onPrimary);
      }
      const value = await onPrimary();
      // Where neither has it, nothing newer was seen.
      if (!isNothing(value)) floor.raise();
      return value;
    },
  };
  return {
    ...replica,
    /** Whether anybody asks or not, so that the state is known. Never rejects. */
    async look(): Promise<void> {
      await primary.look().catch(() => {});
      await floor.settle().catch(() => {});
      state.retry();
      await database.db.executeQuery(CompiledQuery.raw('select 1', [])).catch(state.note);
    },
  };
}

const monotonicMs = () => performance.now();

/** What is known of the replica, so that one in trouble is asked once in a while only. */
function createState(onChange: (trouble: ReplicaTrouble | null) => void) {
  let state: ReplicaState = { trouble: 'behind', lagMs: Number.POSITIVE_INFINITY };
  let retryAt = 0;
  const change = (trouble: ReplicaTrouble | null, lagMs = state.lagMs): void => {
    const isNew = trouble !== state.trouble;
    state = { trouble, lagMs };
    if (trouble !== null) retryAt = monotonicMs() + LOOK_MS;
    if (isNew) onChange(trouble);
  };
  return {
    now: () => state,
    change,
    late(lagMs: number) {
      state = { ...state, lagMs };
    },
    refuseWhileKnown() {
      if (state.trouble !== null && monotonicMs() < retryAt) throw new ReplicaUnusable(state.trouble);
    },
    retry() {
      retryAt = 0;
    },
    note(error: unknown): void {
      if (!(error instanceof ReplicaUnusable)) change('unreachable');
      else if (error.trouble !== null && error.trouble !== state.trouble) change(error.trouble);
      else if (error.trouble !== null && monotonicMs() >= retryAt) retryAt = monotonicMs() + LOOK_MS;
    },
  };
}

/** Where the primary is, and which database it is, as last seen. */
function createPrimaryLooks<Schema>({ primary, version }: ReplicaOptions<Schema>) {
  const lag = createReplicaLag(monotonicMs);
  let identity: Pick<Looked, 'cluster' | 'database'> | null = null;
  return {
    lagOf: lag.of,
    isOther: ({ cluster, database }: Looked) =>
      identity !== null && (identity.cluster !== cluster || identity.database !== database),
    async look(): Promise<Looked> {
      const text = `select ${IDENTITY}, (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as position, ${version} as version`;
      const { rows } = await primary.db.executeQuery(CompiledQuery.raw(text, []));
      const found = rowOf(rows);
      identity = found;
      lag.mark(found.position);
      return found;
    },
  };
}

interface AdmissionParts {
  readonly state: ReturnType<typeof createState>;
  readonly primary: ReturnType<typeof createPrimaryLooks>;
  readonly floor: ReplicaFloor;
}

/** Throws what `read` takes for a reason to read the primary. */
function createAdmission<Schema>(
  options: ReplicaOptions<Schema>,
  { state, primary, floor }: AdmissionParts,
): (client: ReplicaClient) => Promise<void> {
  const looked = new WeakMap<object, { readonly atMs: number; readonly version: number }>();
  return async (client) => {
    const known = looked.get(client);
    // Replay never goes back, so what a connection has shown it keeps.
    if (known !== undefined && monotonicMs() - known.atMs < LOOK_MS && known.version >= floor.version())
      return;
    const found = await lookAtReplica(client, options);
    if (primary.isOther(found)) throw new ReplicaUnusable('another_database');
    const lagMs = primary.lagOf(found.position);
    if (lagMs > options.mostLagMs) {
      state.late(lagMs);
      throw new ReplicaUnusable('behind');
    }
    state.change(null, lagMs);
    if (found.version < floor.version()) throw new ReplicaUnusable(null);
    looked.set(client, { atMs: monotonicMs(), version: found.version });
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
