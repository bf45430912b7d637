import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createDurableRateLimits } from '@common/kit/durable-rate-limit';
import { createJobWatch } from '@common/kit/jobs';
import { columnTypes } from '@common/kit/sql/portable';
import { type Database, openDatabase } from '../src/sql/database.ts';

const POLICY = { name: 'trial', requests: 2, windowS: 60 };

async function openTable(t: TestContext): Promise<Database<unknown>> {
  const database = await openDatabase<unknown>({ url: 'sqlite::memory:' });
  t.after(() => database.close());
  const type = columnTypes('sqlite');
  await database.db.schema
    .createTable('rate_limit')
    .addColumn('key', type.text, (column) => column.primaryKey())
    .addColumn('points', type.integer, (column) => column.notNull())
    .addColumn('expire', type.integer)
    .execute();
  return database;
}

const unfailing = createJobWatch().job('rate_limits', (error) => assert.fail(String(error)));

describe('durable rate limits', () => {
  test('the next process continues counting where the last one stopped', async (t) => {
    const database = await openTable(t);
    const first = createDurableRateLimits(database, { clock: Date.now, job: unfailing });
    const limiter = await first.limiter(POLICY);
    await limiter.take('anna');
    await limiter.take('anna');
    await limiter.take('bilal');
    await first.close();
    const second = createDurableRateLimits(database, { clock: Date.now, job: unfailing });
    const again = await second.limiter(POLICY);
    const refused = await again.take('anna');
    assert.equal(refused.allowed, false);
    assert.ok(refused.resetS >= 55 && refused.resetS <= 60, 'the window does not begin anew');
    assert.deepEqual((await again.take('bilal')).remaining, 0);
    // Another policy's counters are its own.
    assert.equal((await (await second.limiter({ ...POLICY, name: 'tri' })).take('anna')).remaining, 1);
    await second.close();
  });

  test('a window that has ended is forgotten, in memory and in the table', async (t) => {
    const database = await openTable(t);
    const limits = createDurableRateLimits(database, { clock: Date.now, job: unfailing });
    await (await limits.limiter(POLICY)).take('anna');
    await limits.close();
    const later = createDurableRateLimits(database, {
      clock: () => Date.now() + 61_000,
      job: unfailing,
    });
    const limiter = await later.limiter(POLICY);
    assert.equal((await limiter.take('bilal')).remaining, 1);
    assert.equal((await limiter.take('anna')).remaining, 1);
    await later.close();
    const rows = await (database as Database<{ rate_limit: { key: string; points: number } }>).db
      .selectFrom('rate_limit')
      .select(['key', 'points'])
      .orderBy('key')
      .execute();
    assert.deepEqual(rows, [
      { key: 'trial:anna', points: 1 },
      { key: 'trial:bilal', points: 1 },
    ]);
  });

  test('counts that cannot be written are reported, and callers are still limited', async (t) => {
    const failures: unknown[] = [];
    const table = await openTable(t);
    const limits = createDurableRateLimits(table, {
      clock: Date.now,
      job: createJobWatch().job('rate_limits', (error) => failures.push(error)),
    });
    const limiter = await limits.limiter(POLICY);
    await limiter.take('anna');
    await table.db.schema.dropTable('rate_limit').execute();
    await limiter.take('anna');
    assert.equal((await limiter.take('anna')).allowed, false);
    await limits.close();
    assert.equal(failures.length, 1);
  });
});
