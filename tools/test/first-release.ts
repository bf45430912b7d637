import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import type { Database } from '@common/kit/sql/database';
import type { Engine } from '@common/kit/sql/url';
import { withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import { postgresSchema, runPostgresScript } from '@common/kit/testing/postgres-script';
import { ROOT_FOLDER } from '../source/codebase.ts';

/*
 * Databases as the first release left them, with rows: what `sanad backup` made then, and the same as SQL for PostgreSQL
 * (tools/test/keep-schemas.ts). A later release adds a folder beside this one.
 */
export const FIRST = join(ROOT_FOLDER, 'tools/test/fixtures/first-release');

export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A database that can be looked into, whatever its schema. */
interface Place {
  readonly url: string;
  /** By table and column, in words. */
  readonly schema: () => Promise<ReadonlyMap<string, unknown>>;
}

export function applied(name: string): readonly string[] {
  const manifest: { databases: { name: string; migrations: string[] }[] } = JSON.parse(
    readFileSync(join(FIRST, 'manifest.json'), 'utf8'),
  );
  const found = manifest.databases.find((each) => each.name === name)?.migrations;
  // The screener's was kept on its own.
  return found ?? Array.from({ length: 15 }, (_, index) => String(index + 1).padStart(4, '0'));
}

export async function withPlace(
  engine: Engine,
  name: string | null,
  work: (place: Place) => Promise<void>,
): Promise<void> {
  await withTempDir(async (folder) => {
    if (engine === 'sqlite') {
      const file = join(folder, 'database.sqlite');
      if (name !== null)
        writeFileSync(file, gunzipSync(readFileSync(join(FIRST, `${name}.sqlite.gz`))), { mode: 0o600 });
      return work({ url: `sqlite:${file}`, schema: async () => sqliteSchema(file) });
    }
    const { url, drop } = await startPostgres();
    try {
      if (name !== null) {
        const script = gunzipSync(readFileSync(join(FIRST, 'postgres', `${name}.sql.gz`)));
        await runPostgresScript(url, script.toString('utf8'));
      }
      await work({ url, schema: () => postgresSchema(url) });
    } finally {
      await drop();
    }
  });
}

export function sqliteSchema(file: string): ReadonlyMap<string, unknown> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' order by name")
      .all();
    return new Map(
      tables.map(({ name }) => {
        const columns = database
          .prepare(
            `select name, type, "notnull", dflt_value, pk from pragma_table_info('${name}') order by name`,
          )
          .all();
        const indexes = database
          .prepare(
            `select i.name, i."unique", group_concat(c.name) as columns from pragma_index_list('${name}') i, pragma_index_info(i.name) c group by i.name order by i.name`,
          )
          .all();
        return [String(name), { columns, indexes }];
      }),
    );
  } finally {
    database.close();
  }
}

export async function rowsOf({ db }: Database<Rows>, tables: readonly string[]): Promise<Rows> {
  const rows: Record<string, Rows[string]> = {};
  for (const table of tables) {
    if (table.startsWith('kysely_')) continue;
    rows[table] = (await db.selectFrom(table).selectAll().execute()) as Rows[string];
  }
  return rows;
}

/** Of each row, the columns that it had before; sorted, since a rewritten table has another order. */
export function asBefore(rows: Rows, before: Rows): unknown {
  return Object.entries(before).map(([table, [first = {}]]) => {
    const columns = Object.keys(first);
    const texts = (rows[table] ?? []).map((row) => JSON.stringify(columns.map((column) => row[column])));
    return [table, texts.sort()];
  });
}
