import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import { firstTables } from '../src/store/migrations/0001-first-tables.ts';
import { MIGRATIONS } from '../src/store/migrations.ts';
import type { AuthoritySchema } from '../src/store/schema.ts';

const ROW = { tenant: 'tn_1', receipt_sequence: 7, previous_receipt_hash: 'h' };

for (const [engine, address] of Object.entries({
  SQLite: async () => ({ url: 'sqlite::memory:', drop: async (): Promise<void> => undefined }),
  PostgreSQL: startPostgres,
})) {
  test(`a database of 0.1.0 keeps its rows and gets the schema of a new one, on ${engine}`, async (t) => {
    const [old, fresh] = [await address(), await address()];
    const tables = [];
    for (const { url, drop } of [old, fresh]) {
      const database = await openDatabase<AuthoritySchema>({ url });
      t.after(async () => {
        await database.close();
        await drop();
      });
      if (url === old.url && tables.length === 0) {
        await migrate(database, { '0001-first-tables': firstTables });
        await database.db.insertInto('tenant').values(ROW).execute();
      }
      await migrate(database, MIGRATIONS);
      const kept = await database.db.selectFrom('tenant').selectAll().execute();
      assert.deepEqual(
        kept.map(({ receipt_sequence, ...row }) => ({ ...row, receipt_sequence: Number(receipt_sequence) })),
        tables.length === 0 ? [ROW] : [],
      );
      const found = await database.db.introspection.getTables();
      tables.push(found.map(({ name, columns }) => [name, columns.map((column) => column.name).sort()]));
    }
    assert.deepEqual(tables[0], tables[1]);
  });
}
