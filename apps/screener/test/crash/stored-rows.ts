import { createHash } from 'node:crypto';
import type { ScreenerSchema } from '@sanad/screener/store/schema';
import { openStore } from './programs/open-store.ts';

export type TableName = Extract<keyof ScreenerSchema, string>;

/** A table's rows, each as one line in which bytes stand as their hash; sorted. */
export type StoredRows = Readonly<Record<string, readonly string[]>>;

/** What the tables of a database hold. */
export async function storedRows(url: string, tables: readonly TableName[]): Promise<StoredRows> {
  const { database } = await openStore(url);
  try {
    const rows: Record<string, readonly string[]> = {};
    for (const table of tables) {
      const found = await database.db.selectFrom(table).selectAll().execute();
      rows[table] = found.map(lineOf).sort();
    }
    return rows;
  } finally {
    await database.close();
  }
}

function lineOf(row: object): string {
  const cells = Object.entries(row).map(([column, value]) => [column, cellOf(value)]);
  return JSON.stringify(cells.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

function cellOf(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  return `${value.length} bytes ${createHash('sha256').update(value).digest('hex')}`;
}
