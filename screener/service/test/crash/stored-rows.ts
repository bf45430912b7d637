import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ScreenerSchema } from '@screener/service/store/schema';
import { withStore } from './programs/open-store.ts';

type TableName = Extract<keyof ScreenerSchema, string>;

const ROWS_SHOWN = 3;

/** A table's rows, each as one line with bytes replaced by their hash; sorted. */
export type StoredRows = Readonly<Record<string, readonly string[]>>;

/** The contents of a database's tables. */
export async function storedRows(url: string, tables: readonly TableName[]): Promise<StoredRows> {
  return withStore(url, async ({ database }) => {
    const rows: Record<string, readonly string[]> = {};
    for (const table of tables) {
      const found = await database.db.selectFrom(table).selectAll().execute();
      rows[table] = found.map(lineOf).sort();
    }
    return rows;
  });
}

/** Fails with the first few rows that are in only one of them. */
export function assertSameRows(found: StoredRows, expected: StoredRows): void {
  for (const table of Object.keys({ ...expected, ...found })) {
    const [have, want] = [found[table] ?? [], expected[table] ?? []];
    const known = { have: new Set(have), want: new Set(want) };
    const missing = want.filter((row) => !known.have.has(row)).slice(0, ROWS_SHOWN);
    const surplus = have.filter((row) => !known.want.has(row)).slice(0, ROWS_SHOWN);
    assert.deepEqual({ table, missing, surplus }, { table, missing: [], surplus: [] });
    assert.equal(have.length, want.length, `${table}: duplicate rows`);
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
