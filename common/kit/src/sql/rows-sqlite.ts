import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { openDatabase } from './database.ts';
import { type Migration, migrate } from './migrate.ts';
import { batchOf, checkNames, type RowBatch, type RowSource } from './rows.ts';

const HEX = /^\\x((?:[0-9a-f]{2})*)$/;

interface Column {
  readonly name: string;
  /** The type as `columnTypes` declared it. */
  readonly type: string;
}

/**
 * The rows of a SQLite file as PostgreSQL would write them. Throws if the file has a table that was not
 * requested, or a value that PostgreSQL would read differently.
 */
export function rowsInSqlite(file: string): RowSource {
  return function* (tables) {
    const database = openAlone(file);
    try {
      const strange = tablesIn(database).find((table) => !tables.includes(table));
      if (strange !== undefined) throw new Error(`the copy has rows of ${strange}, which is no table here`);
      for (const table of tables) yield* rowsOfTable(database, table);
    } finally {
      database.close();
    }
  };
}

/** Opens the file without those beside it, which have no digest, and creates none there. */
function openAlone(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

function* rowsOfTable(database: DatabaseSync, table: string): Generator<RowBatch> {
  const columns = columnsOf(database, table);
  const batch = batchOf(table);
  for (const row of database.prepare(`select * from ${quoted(table)}`).iterate()) {
    const values = columns.map(({ name, type }) => [
      name,
      toJson(row[name] ?? null, type, `${table}.${name}`),
    ]);
    const full = batch.add(JSON.stringify(Object.fromEntries(values)));
    if (full !== null) yield full;
  }
  const rest = batch.rest();
  if (rest !== null) yield rest;
}

/**
 * Makes a SQLite file, which must not exist, and fills it in one transaction after the migrations that the
 * rows had. Throws if a row belongs to no table of the file or lacks one of its columns.
 */
export async function fillSqlite(
  file: string,
  migrations: Readonly<Record<string, Migration>>,
  source: RowSource,
): Promise<void> {
  const made = await openDatabase<unknown>({ url: `sqlite:${file}` });
  try {
    await migrate(made, migrations);
  } finally {
    await made.close();
  }
  const database = new DatabaseSync(file);
  try {
    // The result is one file, with nothing beside it.
    database.exec('pragma journal_mode = delete; begin immediate');
    const tables = tablesIn(database);
    // Some migrations write first rows. Tables that refer to them are empty if all are.
    database.exec('pragma defer_foreign_keys = on');
    for (const table of tables) database.exec(`delete from ${quoted(table)}`);
    for await (const { table, rows } of source(tables)) {
      if (!tables.includes(table)) throw new Error(`the copy has rows of ${table}, which is no table here`);
      insert(database, table, rows);
    }
    database.exec('commit');
  } finally {
    database.close();
  }
}

function insert(database: DatabaseSync, table: string, rows: readonly string[]): void {
  const columns = columnsOf(database, table);
  const names = columns.map(({ name }) => name);
  const places = names.map(() => '?').join(', ');
  const statement = database.prepare(
    `insert into ${quoted(table)} (${names.map(quoted).join(', ')}) values (${places})`,
  );
  for (const text of rows) {
    const row: Readonly<Record<string, unknown>> = JSON.parse(text);
    checkNames(table, names, row);
    statement.run(...columns.map(({ name, type }) => fromJson(row[name], type, `${table}.${name}`)));
  }
}

/** Lists the tables without Kysely's own, which migrations fill, and SQLite's. */
function tablesIn(database: DatabaseSync): readonly string[] {
  const found = database.prepare(
    "select name from sqlite_schema where type = 'table' and name not glob 'kysely_*' and name not glob 'sqlite_*' order by name",
  );
  return found.all().map(({ name }) => String(name));
}

function columnsOf(database: DatabaseSync, table: string): readonly Column[] {
  const found = database.prepare('select name, lower(type) as type from pragma_table_info(?) order by cid');
  return found.all(table).map(({ name, type }) => ({ name: String(name), type: String(type) }));
}

function toJson(value: SQLOutputValue, type: string, where: string): string | number | boolean | null {
  if (value === null) return null;
  if (type === 'boolean' && (value === 0 || value === 1)) return value === 1;
  if (type === 'blob' && value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (type === 'text' && typeof value === 'string') return withoutNul(value, where);
  if (isNumber(value, type)) return value;
  throw new Error(`${where} has a value that is no ${type}`);
}

/** PostgreSQL cannot store text with U+0000. */
function withoutNul(text: string, where: string): string {
  if (text.includes('\0')) throw new Error(`${where} has a text with U+0000, which PostgreSQL does not take`);
  return text;
}

function fromJson(value: unknown, type: string, where: string): SQLInputValue {
  if (value === null) return null;
  if (type === 'boolean' && typeof value === 'boolean') return value ? 1 : 0;
  const hex = type === 'blob' && typeof value === 'string' ? HEX.exec(value) : null;
  if (hex !== null) return Buffer.from(hex[1] ?? '', 'hex');
  if (type === 'text' && typeof value === 'string') return value;
  if (isNumber(value, type)) return value;
  throw new Error(`${where} has a value that is no ${type}`);
}

/** The values that JSON carries without rounding. */
function isNumber(value: unknown, type: string): value is number {
  if (type === 'bigint' || type === 'integer') return Number.isSafeInteger(value);
  return type === 'double precision' && Number.isFinite(value);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
