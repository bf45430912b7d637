import type { Compilable, CompiledQuery, Kysely, QueryExecutor, QueryResult, Transaction } from 'kysely';
import { sqliteConnectionOf } from './sqlite.ts';

/** Stands in a query for the value of that name, which each run gives. */
export type Slot<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/** A query that is built and compiled once, and then only run: building one costs several times as much as running it. */
export interface Prepared<Schema, Values, Row> {
  all(db: Kysely<Schema>, values: Values): Promise<readonly Row[]>;
  first(db: Kysely<Schema>, values: Values): Promise<Row | undefined>;
  /** How many rows it inserted, updated or deleted. */
  run(db: Kysely<Schema>, values: Values): Promise<number>;
}

/**
 * Prepares a query whose text does not depend on its values. `build` is called once for each open database, with slots
 * in place of values; a slot goes wherever Kysely takes a value.
 */
export function prepare<Schema, Values, Row>(
  build: (db: Kysely<Schema>, slot: Slot<Values>) => Compilable<Row>,
): Prepared<Schema, Values, Row> {
  // By adapter: a database and all its transactions have the same one.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const slot = ((name: PropertyKey) => new Named(name)) as Slot<unknown> as Slot<Values>;
  const execute = async (db: Kysely<Schema>, values: Values) => {
    const executor = db.getExecutor();
    const query = compiled.get(executor.adapter) ?? build(db, slot).compile();
    compiled.set(executor.adapter, query);
    // As for a query that is built now: the guard of `transaction` looks at each.
    executor.transformQuery(query.query, query.queryId);
    const parameters = query.parameters.map((value) =>
      value instanceof Named ? values[value.name as keyof Values] : value,
    );
    return (
      runDirectly<Row>(db, query.sql, parameters) ??
      executor.provideConnection((connection) => connection.executeQuery<Row>({ ...query, parameters }))
    );
  };
  return {
    all: async (db, values) => (await execute(db, values)).rows,
    first: async (db, values) => (await execute(db, values)).rows[0],
    run: async (db, values) => Number((await execute(db, values)).numAffectedRows ?? 0),
  };
}

/** Transactions that have the one connection of a SQLite database for themselves. */
const alone = new WeakSet<QueryExecutor>();

/** Says that this transaction has SQLite's connection for itself, until the returned function is called. */
export function holdConnection<Schema>(trx: Transaction<Schema>): () => void {
  const executor = trx.getExecutor();
  alone.add(executor);
  return () => alone.delete(executor);
}

/**
 * Runs a query on SQLite at once. Kysely would ask for the connection through a dozen promises; but a statement takes
 * the thread for as long as it runs, so only another's open transaction must be waited for. Null then, and on PostgreSQL.
 */
function runDirectly<Row>(
  db: Pick<Kysely<unknown>, 'getExecutor' | 'isTransaction'>,
  sql: string,
  parameters: readonly unknown[],
): Pick<QueryResult<Row>, 'rows' | 'numAffectedRows'> | null {
  const executor = db.getExecutor();
  const connection = sqliteConnectionOf(executor.adapter);
  if (connection === null) return null;
  const isFree = db.isTransaction ? alone.has(executor) : !connection.isInTransaction();
  if (!isFree) return null;
  const statement = connection.database.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
}

/** Slots for columns of the same names: what `values` and `set` take. */
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
