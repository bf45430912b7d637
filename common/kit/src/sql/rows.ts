import { createReadStream } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { type Migration, runMigrator } from './migrate.ts';

/**
 * The size of a batch: as many small rows as fill it, or one large one. A document of the SEC has megabytes.
 */
const ROWS = 500;
const CHARACTERS = 8_388_608;
/** Rows whose size is not known before they arrive. */
const UNSEEN_ROWS = 20;
/** Migrations fill these tables. */
const OWN = /^kysely_/;
const LINE_FEED = 0x0a;
const BROKEN = 'a line of the copy is broken';

/** Lists the tables of a PostgreSQL database, each after those that it refers to. */
export async function tablesOf(db: Kysely<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`.execute(
    db,
  );
  const { rows: references } = await sql<{ child: string; parent: string }>`
    select c.relname as child, p.relname as parent from pg_constraint f
    join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
    join pg_namespace n on n.oid = c.relnamespace
    where f.contype = 'f' and n.nspname = current_schema() and c.oid <> p.oid`.execute(db);
  const sorted: string[] = [];
  const visit = (name: string): void => {
    if (sorted.includes(name)) return;
    for (const { child, parent } of references) if (child === name) visit(parent);
    sorted.push(name);
  };
  for (const { name } of rows) visit(name);
  return sorted;
}

/** Whether a PostgreSQL database has no tables. */
export async function isEmpty({ db }: Database<unknown>): Promise<boolean> {
  return (await tablesOf(db)).length === 0;
}

/**
 * Reads all rows of a PostgreSQL database as lines: a table's name, a tab, and the row as JSON. It reads
 * through a cursor and needs an open transaction on the one connection of `db`.
 */
export async function* rowsOf(db: Kysely<unknown>, tables: readonly string[]): AsyncGenerator<string> {
  for (const table of tables) {
    if (OWN.test(table)) continue;
    await sql`declare copied cursor for select row_to_json(t)::text as line from ${sql.table(table)} t`.execute(
      db,
    );
    let longest = CHARACTERS / UNSEEN_ROWS;
    for (;;) {
      const count = Math.max(1, Math.min(ROWS, Math.floor(CHARACTERS / longest)));
      const { rows } = await sql<{ line: string }>`fetch ${sql.lit(count)} from copied`.execute(db);
      if (rows.length === 0) break;
      for (const { line } of rows) yield `${table}\t${line}\n`;
      longest = Math.max(...rows.map(({ line }) => line.length), longest / 2);
    }
    await sql`close copied`.execute(db);
  }
}

/** Consecutive rows of one table, each as PostgreSQL's JSON. */
export interface RowBatch {
  readonly table: string;
  readonly rows: string[];
}

/** All rows of a database, in batches. `tables` gives the order if the rows do not. */
export type RowSource = (tables: readonly string[]) => AsyncIterable<RowBatch> | Iterable<RowBatch>;

/** Gathers rows of one table until they are enough for a batch. */
export function batchOf(table: string) {
  let rows: string[] = [];
  let characters = 0;
  return {
    /** Returns the batch if this row fills it. */
    add(row: string): RowBatch | null {
      rows.push(row);
      characters += row.length;
      return rows.length >= ROWS || characters >= CHARACTERS ? this.rest() : null;
    },
    /** Returns the rows that no batch has yet. */
    rest(): RowBatch | null {
      if (rows.length === 0) return null;
      const batch = { table, rows };
      [rows, characters] = [[], 0];
      return batch;
    },
  };
}

/**
 * Makes the tables of the rows' migrations in an empty PostgreSQL database, and fills them. Throws if the
 * database already has tables, or if a row belongs to none of them or lacks one of its columns.
 */
export async function restoreRows(
  database: Database<unknown>,
  migrations: Readonly<Record<string, Migration>>,
  source: RowSource,
): Promise<void> {
  if (!(await isEmpty(database))) throw new Error('this database has tables already: name an empty one');
  // INVARIANT: this is one transaction, so no service ever starts on tables that are only partly filled.
  await database.db.transaction().execute(async (trx) => {
    await runMigrator(trx, database.engine, migrations);
    const tables = (await tablesOf(trx)).filter((table) => !OWN.test(table));
    const columns = await columnsOf(trx);
    const { rows: found } = await sql<{ schema: string }>`select current_schema() as schema`.execute(trx);
    const schema = found[0]?.schema ?? 'public';
    // Some migrations write first rows, which must go.
    for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(trx);
    for await (const { table, rows } of source(tables)) {
      if (!tables.includes(table)) throw new Error(`the copy has rows of ${table}, which is no table here`);
      // The rows of a batch come from one query and have the same columns.
      checkNames(table, columns.get(table) ?? [], JSON.parse(rows[0] ?? '{}'));
      // Qualified: a table may have a type's name, such as `record`.
      const name = sql.id(schema, table);
      await sql`insert into ${name} select r.* from unnest(${rows}::text[]) as copied(line),
        lateral json_populate_record(null::${name}, copied.line::json) as r`.execute(trx);
    }
  });
}

async function columnsOf(db: Kysely<unknown>): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = current_schema() group by table_name`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** Throws unless a row has exactly these columns: a value without a column would be lost silently. */
export function checkNames(table: string, columns: readonly string[], row: object): void {
  const isSame =
    Object.keys(row).length === columns.length && columns.every((name) => Object.hasOwn(row, name));
  if (!isSame) throw new Error(`a row of ${table} has other columns than the table`);
}

/** The tables of a file of lines of `rowsOf`, each after those that it refers to. */
export function rowsInFile(file: string): RowSource {
  return () => batchesOf(file);
}

/**
 * Reads a file of lines of `rowsOf` as `restoreRows` does. Throws if a line is broken or the number of lines
 * differs.
 */
export async function checkRows(file: string, expected: number): Promise<void> {
  let found = 0;
  for await (const { table, rows } of batchesOf(file)) {
    for (const row of rows) if (!isObject(row)) throw new Error(`${BROKEN}: a row of ${table}`);
    found += rows.length;
  }
  if (found !== expected) throw new Error(`the copy has ${found} rows instead of ${expected}`);
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

async function* batchesOf(file: string): AsyncGenerator<RowBatch> {
  let table = '';
  let batch = batchOf(table);
  for await (const line of linesOf(file)) {
    const at = line.indexOf('\t');
    if (at < 1) throw new Error(BROKEN);
    const name = line.slice(0, at);
    if (name !== table) {
      const rest = batch.rest();
      if (rest !== null) yield rest;
      table = name;
      batch = batchOf(table);
    }
    const full = batch.add(line.slice(at + 1));
    if (full !== null) yield full;
  }
  const rest = batch.rest();
  if (rest !== null) yield rest;
}

/**
 * INVARIANT: only a line feed ends a line; readline also splits at U+2028 and U+2029, which JSON may contain.
 */
async function* linesOf(file: string): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString('utf8');
      parts = [];
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) throw new Error(`${BROKEN}: the last one has no end`);
}
