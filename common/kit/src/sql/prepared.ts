import type {
  Compilable,
  CompiledQuery,
  DatabaseConnection,
  Kysely,
  QueryExecutor,
  QueryResult,
  Transaction,
} from 'kysely';
import { PostgresConnection } from './postgres.ts';
import { sqliteConnectionOf } from './sqlite.ts';

/** A slot in a query for the value of that name, which each run supplies. */
export type Slot<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/** A query that is built and compiled only once: building one costs several times as much as running it. */
export interface PreparedQuery<Schema, Values, Row> {
  all(db: Kysely<Schema>, values: Values): Promise<readonly Row[]>;
  first(db: Kysely<Schema>, values: Values): Promise<Row | undefined>;
  /** How many rows it inserted, updated or deleted. */
  run(db: Kysely<Schema>, values: Values): Promise<number>;
}

/**
 * Prepares a query whose text does not depend on its values. It calls `build` once for each open database,
 * with slots in place of values; a slot can stand wherever Kysely takes a value.
 */
export function prepare<Schema, Values, Row>(
  build: (db: Kysely<Schema>, slot: Slot<Values>) => Compilable<Row>,
): PreparedQuery<Schema, Values, Row> {
  // The key is the adapter, which a database and all its transactions share.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const slot = ((name: PropertyKey) => new Named(name)) as Slot<unknown> as Slot<Values>;
  const execute = async (db: Kysely<Schema>, values: Values) => {
    const executor = db.getExecutor();
    const query = compiled.get(executor.adapter) ?? build(db, slot).compile();
    compiled.set(executor.adapter, query);
    // The guard of `transaction` checks this query like one that is built now.
    executor.transformQuery(query.query, query.queryId);
    const parameters = query.parameters.map((value) =>
      value instanceof Named ? values[value.name as keyof Values] : value,
    );
    return (
      runDirectly<Row>(db, query.sql, parameters) ??
      executor.provideConnection((connection) =>
        connection instanceof PostgresConnection
          ? connection.runPrepared<Row>(query.sql, parameters)
          : connection.executeQuery<Row>({ ...query, parameters }),
      )
    );
  };
  return {
    all: async (db, values) => (await execute(db, values)).rows,
    first: async (db, values) => (await execute(db, values)).rows[0],
    run: async (db, values) => Number((await execute(db, values)).numAffectedRows ?? 0),
  };
}

/** The connections that open transactions hold. */
const held = new WeakMap<QueryExecutor, DatabaseConnection>();

/** Records that this transaction holds its connection until the returned function is called. */
export async function holdConnection<Schema>(trx: Transaction<Schema>): Promise<() => void> {
  const executor = trx.getExecutor();
  await executor.provideConnection(async (connection) => held.set(executor, connection));
  return () => held.delete(executor);
}

type Found<Row> = Pick<QueryResult<Row>, 'rows' | 'numAffectedRows'>;

/**
 * Runs a query of an open transaction on its connection, or returns null. Kysely would ask for the connection through a
 * dozen promises, and make each query wait for the one before. On SQLite a query outside of transactions runs too, unless
 * one is open: a statement occupies the thread while it runs, so nothing else must be waited for.
 */
function runDirectly<Row>(
  db: Pick<Kysely<unknown>, 'getExecutor' | 'isTransaction'>,
  sql: string,
  parameters: unknown[],
): Found<Row> | Promise<Found<Row>> | null {
  const executor = db.getExecutor();
  const own = held.get(executor);
  if (own instanceof PostgresConnection) return own.runPrepared<Row>(sql, parameters);
  const connection = sqliteConnectionOf(executor.adapter);
  if (connection === null) return null;
  const isFree = db.isTransaction ? own !== undefined : !connection.isInTransaction();
  if (!isFree) return null;
  const statement = connection.database.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
}

/** Makes slots for columns of the same names, which `values` and `set` take. */
export function slots<Values, Name extends keyof Values>(
  slot: Slot<Values>,
  names: readonly Name[],
): Pick<Values, Name> {
  return Object.fromEntries(names.map((name) => [name, slot(name)])) as Pick<Values, Name>;
}

class Named {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}
