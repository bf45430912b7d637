import { CompiledQuery } from 'kysely';
import type { ReplicaReads, ReplicaState, ReplicaTrouble } from '../telemetry/replica.ts';
import type { Database } from './database.ts';
import type { PostgresOptions } from './postgres.ts';
import { createReplicaFloor, type ReplicaFloor, type ServerProgress } from './replica-floor.ts';
import { createReplicaLag } from './replica-lag.ts';
import { openReplicaPool, type ReplicaClient, ReplicaUnusable } from './replica-pool.ts';

export interface ReadReplica<Schema> extends ReplicaReads {
  readonly database: Database<Schema>;
  /**
   * Runs `onReplica`, or `onPrimary` if the replica is away, too far behind, or refuses. INVARIANT: once this
   * process has read the primary, or has written, it reads no replica that has not replayed the log up to
   * there, and none whose version is older than one that another replica showed. So a read is never older
   * than what this process wrote, nor than the version that it read before.
   */
  read<Value>(onReplica: () => Promise<Value>, onPrimary: () => Promise<Value>): Promise<Value>;
  /** Like `read`. If the replica has nothing, it asks the primary, which may have got it a moment ago. */
  find<Value>(
    onReplica: () => Promise<Value>,
    onPrimary: () => Promise<Value>,
    isNothing: (value: Value) => boolean,
  ): Promise<Value>;
  /** Records that this process wrote to the primary, or read something from it that the replica may lack. */
  saw(): void;
}

interface ReplicaOptions<Schema> {
  readonly primary: Database<Schema>;
  readonly url: string;
  readonly postgres: PostgresOptions;
  /** The process does not read a replica that is further behind. */
  readonly mostLagMs: number;
  /** The last migration that this program knows: a replica without it has an older schema. */
  readonly newestMigration: string;
  /**
   * SQL for a number that rises with every write, so that several replicas do not show old and new versions
   * in turn.
   */
  readonly version: string;
  readonly onChange: (trouble: ReplicaTrouble | null) => void;
}

/**
 * How often the process looks at primary and replica, and how long a connection to a replica may be used
 * without a look.
 */
const LOOK_MS = 1_000;
/**
 * A look is a small query, and an answer waits for it. A connection on which it takes longer counts as
 * silent.
 */
const ADMIT_MS = 2_000;
/** After this time, a server that was restarted or has left no longer counts as another server. */
const FORGOTTEN_MS = 60_000;
/** The table or column does not exist: the migrations have not run yet. */
const NO_SCHEMA: ReadonlySet<string> = new Set(['42P01', '42703', '3F000']);

interface ServerState extends ServerProgress {
  readonly cluster: string;
  readonly database: string;
  /** Identifies one of the servers behind an address while it runs. */
  readonly server: string;
}

/** Whatever name or address it has, a physical replica has its primary's identifier and the database's number. */
const IDENTITY = `(select system_identifier::text from pg_control_system()) as cluster,
  (select oid::text from pg_database where datname = current_database()) as database,
  concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time()) as server`;

/** Opens a replica without asking the server for anything yet; `close` ends the looks. */
export function openReadReplica<Schema>(options: ReplicaOptions<Schema>) {
  const { lookAtPrimary, probe, ...replica } = createReadReplica(options);
  const timers = new Map<() => Promise<void>, NodeJS.Timeout>();
  let stopped = false;
  const repeat = (look: () => Promise<void>): void => {
    if (stopped) return;
    const again = () => void look().then(() => repeat(look));
    timers.set(look, setTimeout(again, LOOK_MS).unref());
  };
  return {
    ...replica,
    async start() {
      await lookAtPrimary();
      await probe();
      // Look at each by itself, because a replica that is back must be found while the primary is silent.
      for (const look of [lookAtPrimary, probe]) repeat(look);
    },
    async close() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await replica.database.close();
    },
  };
}

function createReadReplica<Schema>(options: ReplicaOptions<Schema>) {
  const state = createState(options.onChange);
  const primary = createPrimaryLooks(options);
  const floor = createReplicaFloor(() => primary.look());
  const looks = createLooks(options, { state, primary, floor });
  const database = openReplicaPool<Schema>(options.url, options.postgres, looks);
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
      // If neither has it, nothing newer was seen.
      if (!isNothing(value)) floor.raise();
      return value;
    },
  };
  return {
    ...replica,
    /** Returns what a replica must have by now. Never rejects. */
    async lookAtPrimary(): Promise<void> {
      await primary.look().catch(() => {});
      await floor.settle().catch(() => {});
    },
    /** Looks even if nobody asks, so that the state is known. Never rejects. */
    async probe(): Promise<void> {
      state.retry();
      await database.db.executeQuery(CompiledQuery.raw('select 1', [])).catch(state.note);
    },
  };
}

const monotonicMs = () => performance.now();

/** The known state of the replica, so that one in trouble is asked only once in a while. */
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
    /** INVARIANT: only looks wait for a silent server; no answer does. */
    refuseWhileKnown() {
      const { trouble } = state;
      if (trouble === 'unreachable' || (trouble !== null && monotonicMs() < retryAt))
        throw new ReplicaUnusable(trouble);
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

/** The primary's log position and its database, as last seen. */
function createPrimaryLooks<Schema>({ primary, version }: ReplicaOptions<Schema>) {
  const lag = createReplicaLag(monotonicMs);
  let identity: Pick<ServerState, 'cluster' | 'database'> | null = null;
  return {
    lagOf: lag.of,
    isOther: ({ cluster, database }: ServerState) =>
      identity !== null && (identity.cluster !== cluster || identity.database !== database),
    async look(): Promise<ServerState> {
      const text = `select ${IDENTITY}, (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as position, ${version} as version`;
      const { rows } = await primary.db.executeQuery(CompiledQuery.raw(text, []));
      const found = rowOf(rows);
      identity = found;
      lag.mark(found.position);
      return found;
    },
  };
}

interface LookParts {
  readonly state: ReturnType<typeof createState>;
  readonly primary: ReturnType<typeof createPrimaryLooks>;
  readonly floor: ReplicaFloor;
}

/** If `admit` throws, `read` reads the primary instead. */
function createLooks<Schema>(options: ReplicaOptions<Schema>, { state, primary, floor }: LookParts) {
  const looked = new WeakMap<object, ServerProgress & { readonly atMs: number }>();
  /** The time of the last look at each. */
  const servers = new Map<string, number>();
  const meet = async ({ server }: ServerState): Promise<void> => {
    const now = monotonicMs();
    for (const [known, atMs] of servers) if (now - atMs > FORGOTTEN_MS) servers.delete(known);
    // From here on, the process knows what the others showed after their look; the primary has all of it.
    if (!servers.has(server) && servers.size > 0) await primary.look().then(floor.rise, () => {});
    servers.set(server, now);
  };
  return {
    async admit(client: ReplicaClient): Promise<void> {
      const known = looked.get(client);
      // Replay never goes back, so what a connection has shown it keeps.
      if (known !== undefined && monotonicMs() - known.atMs < LOOK_MS && floor.isMetBy(known)) return;
      const found = await lookAtReplica(client, options);
      if (primary.isOther(found)) throw new ReplicaUnusable('another_database');
      await meet(found);
      const lagMs = primary.lagOf(found.position);
      if (lagMs > options.mostLagMs || (lagMs > LOOK_MS && floor.isOutdone(found))) {
        state.late(lagMs);
        throw new ReplicaUnusable('behind');
      }
      state.change(null, lagMs);
      if (!floor.isMetBy(found)) throw new ReplicaUnusable(null);
      floor.showed(found.version);
      looked.set(client, { ...found, atMs: monotonicMs() });
    },
    /** INVARIANT: of several servers, the process reads none that lacks what another one has shown. */
    async shown(client: ReplicaClient): Promise<void> {
      if (servers.size < 2) return;
      const { rows } = await client.query({ text: `select ${options.version} as version`, values: [] });
      const [row] = rows as readonly { readonly version: unknown }[];
      floor.showed(Number(row?.version ?? 0));
    },
  };
}

async function lookAtReplica(
  client: ReplicaClient,
  { version, newestMigration }: Pick<ReplicaOptions<unknown>, 'version' | 'newestMigration'>,
): Promise<ServerState> {
  try {
    const { rows } = await client.query({
      text: `select ${IDENTITY}, ((case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end) - '0/0'::pg_lsn)::text as position,
        ${version} as version, exists (select from kysely_migration where name = $1) as migrated`,
      values: [newestMigration],
      query_timeout: ADMIT_MS,
    });
    const [row] = rows as readonly { readonly migrated: boolean }[];
    if (row?.migrated !== true) throw new ReplicaUnusable('older_schema');
    return rowOf(rows);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && NO_SCHEMA.has(String(error.code));
    throw isMissing ? new ReplicaUnusable('older_schema') : error;
  }
}

function rowOf(rows: readonly unknown[]): ServerState {
  const [row] = rows as readonly (Omit<ServerState, 'position' | 'version'> & {
    readonly position: string;
    readonly version: unknown;
  })[];
  if (row === undefined) throw new Error('a look at a server gave no row');
  return { ...row, position: BigInt(row.position), version: Number(row.version ?? 0) };
}
