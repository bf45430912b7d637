import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createJobWatch } from '@common/kit/jobs';
import { createAccessStore } from '../../src/accounts/access.sql.ts';
import { createUsageCounter, OTHER_TICKERS } from '../../src/accounts/count-usage.ts';
import { readUsage } from '../../src/accounts/read-usage.ts';
import { createUsageStore } from '../../src/accounts/usage.sql.ts';
import { clockAt, DAY } from '../app-under-test.ts';
import { PLACES } from '../store/open-store.ts';

describe('counting', () => {
  const NOON = '2030-06-15T12:00:00Z';
  const EVER = { from: '2000-01-01', through: '2100-01-01' };
  const OK = { ok: true, value: { compliance: 'compliant' } } as const;
  const NOT_FOUND = { ok: false, error: { code: 'ticker_not_found', message: '' } } as const;

  /** A counter on its own database; `reopen` gives one as of another process. */
  async function openCounter(t: TestContext) {
    const place = await PLACES.sqliteFile(t);
    const clock = clockAt(NOON);
    const failures: unknown[] = [];
    const store = createUsageStore(place.database);
    const job = createJobWatch().job('usage', (error) => failures.push(error));
    const open = () => createUsageCounter({ store, clock, job });
    return { ...place, clock, store, failures, open };
  }

  describe('counts of calls', () => {
    test('several processes add up, by day and by tier of the time', async (t) => {
      const { open, clock, store, failures } = await openCounter(t);
      const [one, two] = [await open(), await open()];
      for (const counter of [one, two, two]) counter.called('free', 'acc_a', 'screenTicker', 200);
      one.called('demo', null, 'screenTicker', 429);
      clock.advance(DAY);
      one.called('partner', 'acc_a', 'screenTicker', 404);
      await Promise.all([one.close(), two.close()]);
      assert.deepEqual(failures, []);
      assert.deepEqual(await store.callsOfAccount('acc_a', EVER), [
        { day: '2030-06-15', tier: 'free', status: 200, calls: 3 },
        { day: '2030-06-16', tier: 'partner', status: 404, calls: 1 },
      ]);
      assert.deepEqual(await store.callsOfAll(EVER), [
        { tier: 'demo', operation: 'screenTicker', status: 429, calls: 1 },
        { tier: 'free', operation: 'screenTicker', status: 200, calls: 3 },
        { tier: 'partner', operation: 'screenTicker', status: 404, calls: 1 },
      ]);
      assert.deepEqual(await readUsage({ usageStore: store, clock }, 'acc_a', 3), [
        { day: '2030-06-14', calls: 0, answered: 0 },
        { day: '2030-06-15', calls: 3, answered: 3 },
        { day: '2030-06-16', calls: 1, answered: 0 },
      ]);
    });

    test('made-up tickers fill neither memory nor database, in one process or the next', async (t) => {
      const { open, store } = await openCounter(t);
      const ask = async (prefix: string) => {
        const counter = await open();
        for (let made = 0; made < 1_500; made += 1) counter.asked(null, `${prefix}${made}`, NOT_FOUND);
        counter.asked(null, 'A0', NOT_FOUND);
        await counter.close();
      };
      await ask('A');
      await ask('B');
      const rows = await store.topTickers('not_found', EVER, 10_000);
      assert.equal(rows.length, 1_001);
      assert.deepEqual(rows.slice(0, 2), [
        { ticker: OTHER_TICKERS, calls: 2_000 },
        { ticker: 'A0', calls: 3 },
      ]);
    });

    test('the first successful screening activates an account, once', async (t) => {
      const { open, clock, database } = await openCounter(t);
      await createAccessStore(database).issueKey({
        hash: 'a'.repeat(64),
        label: 'snd_live_a...',
        email: 'anna@example.org',
        account: 'acc_a',
        tier: 'free',
        createdAt: clock(),
      });
      const activated = async () => {
        const row = await database.db.selectFrom('account').select('activated_at').executeTakeFirstOrThrow();
        return row.activated_at;
      };
      const refused = await open();
      refused.asked('acc_a', 'NOPE', NOT_FOUND);
      await refused.close();
      assert.equal(await activated(), null);
      const first = clock();
      for (const day of [0, 1]) {
        clock.advance(day * DAY);
        const counter = await open();
        counter.asked('acc_a', 'AAPL', OK);
        await counter.close();
      }
      assert.equal(await activated(), first);
    });

    test('counts that could not be stored are stored later, and days beyond thirteen months go', async (t) => {
      const { store, clock } = await openCounter(t);
      let isDown = true;
      const failures: unknown[] = [];
      const counter = await createUsageCounter({
        store: {
          tickersOf: store.tickersOf,
          add: (batch) => (isDown ? Promise.reject(new Error('down')) : store.add(batch)),
        },
        clock,
        job: createJobWatch().job('usage', (error) => failures.push(error)),
      });
      counter.called('free', 'acc_a', 'screenTicker', 200);
      counter.asked('acc_a', 'AAPL', OK);
      await counter.close();
      assert.equal(failures.length, 1);
      isDown = false;
      counter.called('free', 'acc_a', 'screenTicker', 200);
      await counter.close();
      assert.equal((await store.callsOfAll(EVER))[0]?.calls, 2);
      assert.deepEqual(await store.topTickers('screened', EVER, 9), [{ ticker: 'AAPL', calls: 1 }]);
      clock.advance(400 * DAY);
      counter.called('free', 'acc_a', 'screenTicker', 200);
      await counter.close();
      assert.equal((await store.callsOfAll(EVER))[0]?.calls, 1);
      assert.deepEqual(await store.topTickers('screened', EVER, 9), []);
    });

    test('counts on PostgreSQL, too', async () => {
      const { database } = await PLACES.postgres();
      const store = createUsageStore(database);
      const job = createJobWatch().job('usage', (error) => assert.fail(String(error)));
      const counters = await Promise.all(
        Array.from({ length: 4 }, () => createUsageCounter({ store, clock: clockAt(NOON), job })),
      );
      for (const counter of counters) {
        for (const status of [200, 404, 429]) counter.called('free', 'acc_a', 'screenTicker', status);
        for (const symbol of ['AAPL', 'MSFT', 'NVDA']) counter.asked('acc_a', symbol, OK);
      }
      await Promise.all(counters.map((counter) => counter.close()));
      assert.deepEqual(
        (await store.callsOfAll(EVER)).map(({ calls }) => calls),
        [4, 4, 4],
      );
      assert.equal((await store.topTickers('screened', EVER, 9))[0]?.calls, 4);
    });
  });
});
