import { createReadStream } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../sql.ts';
import { type Migration, migrate } from './migrate.ts';

const ROWS = 500;
/** Migrations fill these. */
const OWN = /^kysely_/;
const LINE_FEED = 0x0a;
const BROKEN = 'a line of the copy is broken';

/** The tables of a PostgreSQL database, each after those that it refers to. */
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
 * All rows of a PostgreSQL database, as lines: a table's name, a tab, and the row as JSON. Read through a cursor; needs an
 * open transaction on the one connection of `db`.
 */
export async function* rowsOf(
  db: Kysely<unknown>,
  tables: readonly string[],
): AsyncGenerator<{ readonly lines: string; readonly count: number }> {
  for (const table of tables) {
    if (OWN.test(table)) continue;
    await sql`declare copied cursor for select row_to_json(t)::text as line from ${sql.table(table)} t`.execute(
      db,
    );
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS)} from copied`.execute(db);
      if (rows.length === 0) break;
      yield { lines: rows.map(({ line }) => `${table}\t${line}\n`).join(''), count: rows.length };
    }
    await sql`close copied`.execute(db);
  }
}

/** Rows of one table that follow each other, each as the JSON that PostgreSQL makes of it. */
export interface RowBatch {
  readonly table: string;
  readonly rows: string[];
}

/** All rows of a database, a few hundred at a time; of the tables named, where the order is not given with the rows. */
export type RowSource = (tables: readonly string[]) => AsyncIterable<RowBatch> | Iterable<RowBatch>;

/**
 * Fills an empty PostgreSQL database, in one transaction after the migrations that the rows had. Throws if the database
 * has tables already, or if a row is not of one of them.
 */
export async function restoreRows(
  database: Database<unknown>,
  migrations: Readonly<Record<string, Migration>>,
  source: RowSource,
): Promise<void> {
  if (!(await isEmpty(database))) throw new Error('this database has tables already: name an empty one');
  await migrate(database, migrations);
  await database.db.transaction().execute(async (trx) => {
    const tables = (await tablesOf(trx)).filter((table) => !OWN.test(table));
    const { rows: found } = await sql<{ schema: string }>`select current_schema() as schema`.execute(trx);
    const schema = found[0]?.schema ?? 'public';
    // Some migrations write first rows.
    for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(trx);
    for await (const { table, rows } of source(tables)) {
      if (!tables.includes(table)) throw new Error(`the copy has rows of ${table}, which is no table here`);
      // Qualified: a table may have a type's name, such as `record`.
      const name = sql.id(schema, table);
      await sql`insert into ${name} select r.* from unnest(${rows}::text[]) as copied(line),
        lateral json_populate_record(null::${name}, copied.line::json) as r`.execute(trx);
    }
  });
}

/** Those of a file of lines of `rowsOf`: each table after those that it refers to. */
export function rowsInFile(file: string): RowSource {
  return () => batchesOf(file);
}

/** Reads a file of lines of `rowsOf` as `restoreRows` does. Throws if one is broken, or if there are not that many. */
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
  let rows: string[] = [];
  for await (const line of linesOf(file)) {
    const at = line.indexOf('\t');
    if (at < 1) throw new Error(BROKEN);
    const name = line.slice(0, at);
    if (rows.length > 0 && (name !== table || rows.length >= ROWS)) {
      yield { table, rows };
      rows = [];
    }
    table = name;
    rows.push(line.slice(at + 1));
  }
  if (rows.length > 0) yield { table, rows };
}

/** INVARIANT: only a line feed ends a line; readline also splits at U+2028 and U+2029, which JSON holds as they are. */
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
