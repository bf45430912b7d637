import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import { type Migration, migrate } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { startPostgres } from '@common/kit/testing/postgres';
import { type StandingSchema, standingIn } from '../src/standing.ts';

const ENGINES = {
  SQLite: async () => 'sqlite::memory:',
  PostgreSQL: async (t: TestContext) => {
    const { url, drop } = await startPostgres();
    t.after(drop);
    return url;
  },
};

/** As authority and enforcement point have it. */
const table: Migration = async (db, engine) => {
  const { text } = columnTypes(engine);
  await db.schema
    .createTable('standing')
    .addColumn('contract_id', text, (column) => column.notNull())
    .addColumn('counter', text, (column) => column.notNull())
    .addColumn('period', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('standing_key', ['contract_id', 'counter', 'period'])
    .execute();
};

const USES = { counter: 'uses', period: '' };
const SUM = { counter: 'daily_sum/acct, {"x"}', period: '2026-11-23' };
const SUM_TOMORROW = { ...SUM, period: '2026-11-24' };

for (const [engine, url] of Object.entries(ENGINES)) {
  test(`on ${engine}, counters are read in the order asked for, and of one mandate only`, async (t) => {
    const database = await openDatabase<StandingSchema>({ url: await url(t) });
    t.after(() => database.close());
    await migrate(database, { '0001-standing': table });
    const { read, write } = standingIn(database.db, database.engine);
    assert.deepEqual(await read('ic_a', []), []);
    assert.deepEqual(await read('ic_a', [USES, SUM]), ['0', '0']);

    await write('ic_a', []);
    await write('ic_a', [
      { ...SUM, value: '12.5' },
      { ...USES, value: '3' },
    ]);
    await write('ic_b', [{ ...USES, value: '70' }]);
    assert.deepEqual(await read('ic_a', [USES, SUM_TOMORROW, SUM]), ['3', '0', '12.5']);

    await write('ic_a', [
      { ...USES, value: '4' },
      { ...SUM_TOMORROW, value: '1' },
    ]);
    assert.deepEqual(await read('ic_a', [SUM_TOMORROW, SUM, USES]), ['1', '12.5', '4']);
    assert.deepEqual(await read('ic_b', [SUM, USES]), ['0', '70']);
  });
}
