import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { WitnessSchema } from '../../src/store/schema.ts';
import { createSqlStore } from '../../src/store/sql-store.ts';

const ENGINES = {
  SQLite: async () => 'sqlite::memory:',
  PostgreSQL: async () => (await startPostgres()).url,
};

const ORIGIN = 'log.example/1';
const cosigned = (size: number) => ({ size, root: String(size).padStart(64, '0'), note: `note ${size}\n` });

for (const [engine, url] of Object.entries(ENGINES)) {
  const openStore = async (t: TestContext) => {
    const database = await openDatabase<WitnessSchema>({ url: await url() });
    t.after(() => database.close());
    await migrate(database, MIGRATIONS);
    return createSqlStore(database);
  };

  describe(`what was cosigned, on ${engine}`, () => {
    test('each log has one row, which only a decision to keep changes', async (t) => {
      const store = await openStore(t);
      await store.ping();
      assert.equal(await store.cosigned(ORIGIN), null);
      const large = { ...cosigned(7), size: 2 ** 53 - 1 };
      for (const keep of [cosigned(3), cosigned(9), large, null]) {
        assert.equal(await store.advance(ORIGIN, () => ({ keep, answer: 'done' })), 'done');
      }
      assert.deepEqual(await store.cosigned(ORIGIN), large);
      assert.equal(await store.cosigned('other.example'), null);
      await assert.rejects(
        store.advance(ORIGIN, () => {
          throw new Error('no decision');
        }),
        /no decision/,
      );
      assert.deepEqual(await store.cosigned(ORIGIN), large);
    });

    test('of many decisions at once, each sees what the one before kept', async (t) => {
      const store = await openStore(t);
      const sizes = await Promise.all(
        Array.from({ length: 8 }, () =>
          store.advance(ORIGIN, (stored) => {
            const size = (stored?.size ?? 0) + 1;
            return { keep: cosigned(size), answer: size };
          }),
        ),
      );
      assert.deepEqual(sizes.toSorted(), [1, 2, 3, 4, 5, 6, 7, 8]);
      assert.deepEqual(await store.cosigned(ORIGIN), cosigned(8));
    });
  });
}
