import type { Database } from '@common/kit/sql/database';
import { sql } from 'kysely';

/** How both engines write what a row of number `i` holds. */
export interface RowText {
  /** Eight hex digits, in the order of `i`: true ids are in no order, and filling would take hours for it. */
  readonly hex: string;
  /** An instant, three seconds later for each `i`. */
  readonly instant: string;
  readonly text: (of: string) => string;
}

const TEXTS: Readonly<Record<Database<unknown>['engine'], RowText>> = {
  sqlite: {
    hex: "printf('%08x', i)",
    instant: "strftime('%Y-%m-%dT%H:%M:%fZ', 1577836800 + i * 3, 'unixepoch')",
    text: (of) => `cast(${of} as text)`,
  },
  postgres: {
    hex: "lpad(to_hex(i), 8, '0')",
    instant: `to_char(timestamp '2020-01-01' + i * interval '3 seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    text: (of) => `(${of})::text`,
  },
};

/** Rows of one transaction. */
const STEP = 100_000;

/**
 * Inserts the rows numbered `from` (inclusive) to `to` (exclusive). `valuesOf` says what each column holds, in SQL over
 * `i`. The database makes them itself: sending millions of rows would take hours.
 */
export async function fillTable<Schema>(
  database: Database<Schema>,
  table: string,
  range: { readonly from: number; readonly to: number },
  valuesOf: (text: RowText) => Readonly<Record<string, string>>,
): Promise<void> {
  const values = valuesOf(TEXTS[database.engine]);
  for (let from = range.from; from < range.to; from += STEP) {
    const last = Math.min(range.to, from + STEP) - 1;
    const numbers =
      database.engine === 'postgres'
        ? `with n as (select i from generate_series(${from}, ${last}) i)`
        : `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${last})`;
    const insert = `${numbers} insert into ${table} (${Object.keys(values)}) select ${Object.values(values)} from n`;
    await sql.raw(insert).execute(database.db);
  }
}

/** PostgreSQL does so by itself where it runs for longer than a bench; nobody does it for SQLite. */
export async function tidy<Schema>(database: Database<Schema>): Promise<void> {
  if (database.engine === 'postgres') await sql.raw('vacuum analyze').execute(database.db);
}

/** What the database takes on the disk, in bytes. */
export async function sizeOf<Schema>({ engine, db }: Database<Schema>): Promise<number> {
  const asked =
    engine === 'postgres'
      ? sql<{ bytes: unknown }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: unknown;
        }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`;
  const { rows } = await asked.execute(db);
  return Number(rows[0]?.bytes);
}
