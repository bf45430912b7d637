import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import { firstTables } from '../../src/store/migrations/0001-first-tables.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { PepSchema } from '../../src/store/schema.ts';

const ROW = { tenant: 'tn_1', idempotency_key: 'idem_pay_1', grant_id: 'gr_1' };

for (const [engine, address] of Object.entries({
  SQLite: async () => ({ url: 'sqlite::memory:', drop: async (): Promise<void> => undefined }),
  PostgreSQL: startPostgres,
})) {
  test(`a database of 0.1.0 keeps what was executed and gets the schema of a new one, on ${engine}`, async (t) => {
    const tables = [];
    for (const isOld of [true, false]) {
      const { url, drop } = await address();
      const database = await openDatabase<PepSchema>({ url });
      t.after(async () => {
        await database.close();
        await drop();
      });
      if (isOld) {
        await migrate(database, { '0001-first-tables': firstTables });
        await database.db.insertInto('effect').values(ROW).execute();
      }
      await migrate(database, MIGRATIONS);
      assert.deepEqual(await database.db.selectFrom('effect').selectAll().execute(), isOld ? [ROW] : []);
      assert.deepEqual(await database.db.selectFrom('known_action').selectAll().execute(), []);
      const found = await database.db.introspection.getTables();
      tables.push(found.map(({ name, columns }) => [name, columns.map((column) => column.name).sort()]));
    }
    assert.deepEqual(tables[0], tables[1]);
  });
}
