import { type Kysely, type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely';
import { type Database, write } from './database.ts';

/** A table of work in which one process at a time may hold a row. Expired leases need no cleaning up. */
interface LeasedTable<Table, Row> {
  readonly table: Table;
  /** The primary key. */
  readonly key: readonly (keyof Row & string)[];
  /** Identifies the lease that was given last; null once the row was put back. */
  readonly token: keyof Row & string;
  /** When the row may next be taken, in milliseconds: the end of a lease or of a wait. */
  readonly freeAt: keyof Row & string;
  /** Counts how often the row was taken. */
  readonly count?: keyof Row & string;
  /**
   * Whether there is work left. Exactly the condition of its index, without a parameter, so that it is used.
   */
  readonly isOpen: RawBuilder<boolean>;
  /** Columns by which the next row is chosen. */
  readonly order: readonly (keyof Row & string)[];
}

/** A number from the process's clock, or an expression of the database's. */
type Instant = number | RawBuilder<number>;

interface Lease {
  /** Identifies this lease, and no other of any row. */
  readonly token: string;
  readonly now: Instant;
  readonly until: Instant;
}

type KeyOf<Row> = Readonly<Partial<Record<keyof Row & string, string | number>>>;

interface Leases<Schema, Table extends keyof Schema & string> {
  /** Whether a row is due; this writes nothing, unlike taking one. `among` limits which rows count. */
  hasDue(now: Instant, among?: RawBuilder<boolean>): Promise<boolean>;
  /** Takes the next free row; null if there is none. INVARIANT: nobody else gets it until the lease ends. */
  takeNext(lease: Lease, among?: RawBuilder<boolean>): Promise<Selectable<Schema[Table]> | null>;
  /** Takes this row; null if it is not free. */
  take(key: KeyOf<Schema[Table]>, lease: Lease): Promise<Selectable<Schema[Table]> | null>;
  /** Extends those leases that are not lost until `until`. */
  renew(tokens: readonly string[], until: Instant): Promise<void>;
  /** Changes a row that is held. INVARIANT: returns false and changes nothing if the lease was lost. */
  change(
    key: KeyOf<Schema[Table]>,
    token: string,
    changes: UpdateObject<Schema, Table, Table>,
  ): Promise<boolean>;
  /** Like `change`, but also ends the lease. */
  putBack(
    key: KeyOf<Schema[Table]>,
    token: string,
    changes: UpdateObject<Schema, Table, Table>,
  ): Promise<boolean>;
}

export function createLeases<Schema, Table extends keyof Schema & string>(
  database: Database<Schema>,
  leased: LeasedTable<Table, Schema[Table]>,
): Leases<Schema, Table> {
  type Row = Selectable<Schema[Table]>;
  const { key, token: tokenColumn, freeAt, count, isOpen, order } = leased;
  const table = sql.table(leased.table);
  const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const free = (now: Instant, among: RawBuilder<boolean> = sql`true`) =>
    sql<boolean>`${isOpen} and ${sql.ref(freeAt)} <= ${now} and ${among}`;
  const taken = async ({ token, until }: Lease, which: RawBuilder<boolean>): Promise<Row | null> => {
    const counted = count === undefined ? sql`` : sql`, ${sql.ref(count)} = ${sql.ref(count)} + 1`;
    const { rows } = await write(database, (db) =>
      sql<Row>`update ${table} set ${sql.ref(tokenColumn)} = ${token}, ${sql.ref(freeAt)} = ${until}${counted}
        where ${which} returning *`.execute(db),
    );
    return rows[0] ?? null;
  };
  const isRow = (values: KeyOf<Schema[Table]>) =>
    sql<boolean>`(${columns(key)}) = (${sql.join(key.map((name) => values[name]))})`;
  const change = (
    values: KeyOf<Schema[Table]>,
    token: string,
    changes: Readonly<Record<string, unknown>>,
  ): Promise<boolean> =>
    write(database, async (db) => {
      // The generic table type tells Kysely too little to check the values; the signature has checked them.
      const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
      const { numUpdatedRows } = await untyped
        .updateTable<string>(leased.table)
        .set(changes)
        .where(isRow(values))
        .where(sql.ref(tokenColumn), '=', token)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  return {
    async hasDue(now, among) {
      const found = await sql`select 1 from ${table} where ${free(now, among)} limit 1`.execute(database.db);
      return found.rows.length > 0;
    },
    takeNext(lease, among) {
      // PostgreSQL skips rows that others are taking at this moment. SQLite has one writer at a time.
      const lock = database.engine === 'postgres' ? sql` for update skip locked` : sql``;
      const next = sql`select ${columns(key)} from ${table} where ${free(lease.now, among)}
        order by ${columns(order)} limit 1${lock}`;
      return taken(lease, sql`(${columns(key)}) = (${next})`);
    },
    take: (values, lease) => taken(lease, sql`${isRow(values)} and ${free(lease.now)}`),
    async renew(tokens, until) {
      if (tokens.length === 0) return;
      await write(database, (db) =>
        sql`update ${table} set ${sql.ref(freeAt)} = ${until}
          where ${sql.ref(tokenColumn)} in (${sql.join(tokens)})`.execute(db),
      );
    },
    change,
    putBack: (values, token, changes) => change(values, token, { ...changes, [tokenColumn]: null }),
  };
}
