import {
  type ColumnDataType,
  type ColumnType,
  type Insertable,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Engine } from './url.ts';

/** A boolean column in a table's type: written as a boolean, read back with `toBoolean`. */
export type BooleanColumn = ColumnType<boolean | number, boolean, boolean>;

export interface ColumnTypes {
  /** Text that sorts and compares by code point on both engines, whatever the server's locale. */
  readonly text: ColumnDataType | RawBuilder<unknown>;
  readonly bytes: ColumnDataType;
  /** It has 64 bits on both engines and is read as a safe integer. */
  readonly integer: ColumnDataType;
  readonly boolean: ColumnDataType;
  readonly double: ColumnDataType;
}

/** Chosen so that no statement exceeds SQLite's limit of 32,766 parameters. */
const PARAMETERS_PER_STATEMENT = 20_000;
const ROWS_PER_STATEMENT = 1_000;

/** Column types for migrations, by engine. Money is `text` (a decimal), an instant `text` or `integer`. */
export function columnTypes(engine: Engine): ColumnTypes {
  const collated: RawBuilder<unknown> = sql`text collate "C"`;
  return {
    text: engine === 'postgres' ? collated : 'text',
    bytes: engine === 'postgres' ? 'bytea' : 'blob',
    integer: 'bigint',
    boolean: 'boolean',
    double: 'double precision',
  };
}

/** A count, a sum or an `int8` as a safe integer; throws on anything else, above all on a rounded number. */
export function toInteger(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  const integer = typeof number === 'bigint' ? Number(number) : number;
  if (typeof integer === 'number' && Number.isSafeInteger(integer)) return integer;
  throw new RangeError(`not a safe integer: ${String(value)}`);
}

/** A boolean as SQLite (0, 1) or PostgreSQL returns it; throws on anything else. */
export function toBoolean(value: unknown): boolean {
  if (value === true || value === 1) return true;
  if (value === false || value === 0) return false;
  throw new RangeError(`not a boolean: ${String(value)}`);
}

/**
 * Inserts rows, or replaces all columns of those whose `keys` (a primary key or unique constraint) already
 * exist. All rows have the same columns; of two rows with the same key, the later wins. Many rows take
 * several statements: pass a transaction if it must be all or nothing.
 */
export async function upsert<Schema, Table extends keyof Schema & string>(
  db: Kysely<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
  keys: readonly (keyof Schema[Table] & string)[],
): Promise<void> {
  const records = rows as readonly Readonly<Record<string, unknown>>[];
  const first = records[0];
  if (first === undefined) return;
  const columns = Object.keys(first);
  const unique = lastOfEachKey(records, columns, keys);
  const updated = columns.filter((column) => !keys.some((key) => key === column));
  const size = Math.max(
    1,
    Math.min(ROWS_PER_STATEMENT, Math.floor(PARAMETERS_PER_STATEMENT / columns.length)),
  );
  const excluded = Object.fromEntries(updated.map((column) => [column, sql.ref(`excluded.${column}`)]));
  // The generic table type tells Kysely too little to check the values; the signature above has checked them.
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  for (let start = 0; start < unique.length; start += size) {
    await untyped
      .insertInto<string>(table)
      .values(unique.slice(start, start + size))
      .onConflict((conflict) => {
        const target = conflict.columns(keys);
        return updated.length === 0 ? target.doNothing() : target.doUpdateSet(excluded);
      })
      .execute();
  }
}

function lastOfEachKey(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: readonly string[],
  keys: readonly string[],
): Readonly<Record<string, unknown>>[] {
  const byKey = new Map<string, Readonly<Record<string, unknown>>>();
  for (const row of rows) {
    if (Object.keys(row).length !== columns.length || columns.some((column) => row[column] === undefined)) {
      throw new TypeError(`all rows of an upsert need the same columns: ${columns.join(', ')}`);
    }
    byKey.set(JSON.stringify(keys.map((key) => keyPart(row[key]))), row);
  }
  return [...byKey.values()];
}

function keyPart(value: unknown): string {
  if (value instanceof Uint8Array) return `bytes:${Buffer.from(value).toString('hex')}`;
  return `${typeof value}:${String(value)}`;
}
