import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createJobWatch } from '@common/kit/jobs';
import { createAccessStore } from '../../src/accounts/access.sql.ts';
import { createUsageCounter, OTHER_TICKERS } from '../../src/accounts/count-usage.ts';
import { readUsage } from '../../src/accounts/read-usage.ts';
import { createUsageStore } from '../../src/accounts/usage.sql.ts';
import { openMemory, openTestAccess } from '../access/access-under-test.ts';
import { clockAt, DAY, makeApp } from '../app-under-test.ts';
import { signIn } from '../session/signed-in.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
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

    test('counts on PostgreSQL, too', async (t) => {
      const { database } = await PLACES.postgres(t);
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

  describe('what the service counts', () => {
    const clock = clockAt(NOON);
    const snapshot = useSnapshotStore(clock);

    test('each call to the API with its tier, account and status, and its tickers', async (t) => {
      const access = await openTestAccess(t, undefined, clock);
      const { app, get } = await makeApp(t, { ...snapshot.shared(), clock }, undefined, access);
      const signUp = await app.inject({
        method: 'POST',
        url: '/api/keys',
        payload: { email: 'anna@example.org' },
      });
      const headers = { 'x-api-key': signUp.json().data.api_key };
      const [{ account = '' } = {}] = await access.accessStore.keysOf('anna@example.org');
      for (const path of ['/v1/screen/AAPL', '/v1/screen/aapl', '/v1/screen/QZQZQZ', '/v1/history/AAPL']) {
        await app.inject({ url: path, headers });
      }
      await app.inject({
        method: 'POST',
        url: '/v1/batch',
        headers,
        payload: { symbols: ['AAPL', 'QZQZQ'] },
      });
      await get('/v1/screen/AAPL');
      await get('/?q=AAPL');
      await get('/');
      await app.inject({ url: '/v1/screen/AAPL', headers: { 'x-api-key': 'snd_live_wrong' } });
      const signIn = await app.inject({
        method: 'POST',
        url: '/api/session',
        payload: { api_key: headers['x-api-key'] },
      });
      const [{ name = '', value = '' } = {}] = signIn.cookies;
      const report = await app.inject({ url: '/portal/report/AAPL', cookies: { [name]: value } });
      assert.equal(report.statusCode, 200);
      await access.usage.close();
      const { usageStore } = access;
      assert.deepEqual(
        (await usageStore.callsOfAll(EVER)).map(({ tier, operation, status, calls }) =>
          [tier, operation, status, calls].join(' '),
        ),
        [
          'demo / 200 1',
          'demo screenTicker 200 1',
          'free /portal/report/:ticker 200 1',
          'free readHistory 200 1',
          'free screenBatch 200 1',
          'free screenTicker 200 2',
          'free screenTicker 404 1',
          'none screenTicker 401 1',
        ],
      );
      assert.deepEqual(await usageStore.callsOfAccount(account, EVER), [
        { day: '2030-06-15', tier: 'free', status: 200, calls: 5 },
        { day: '2030-06-15', tier: 'free', status: 404, calls: 1 },
      ]);
      assert.deepEqual(await usageStore.topTickers('not_found', EVER, 9), [
        { ticker: 'QZQZQ', calls: 1 },
        { ticker: 'QZQZQZ', calls: 1 },
      ]);
      const asked = await Promise.all(
        (['screened', 'not_screenable'] as const).map((outcome) => usageStore.topTickers(outcome, EVER, 9)),
      );
      assert.deepEqual(asked.flat(), [{ ticker: 'AAPL', calls: 6 }]);
    });
  });
});

describe('pages', () => {
  const snapshot = useSnapshotStore(clockAt('2026-02-25T12:00:00Z'));

  test('the tickers of a comparison count, and those that are malformed do not', async (t) => {
    const clock = clockAt('2026-02-25T12:00:00Z');
    const access = await openTestAccess(t, undefined, clock, await openMemory());
    const { app } = await makeApp(t, { ...snapshot.shared(), clock }, undefined, access);
    const reader = await signIn(app);
    assert.equal((await reader.get('/portal/compare?a=AAPL&b=META')).status, 200);
    assert.equal((await reader.get('/portal/compare?a=aapl&b=%3Cscript%3E')).status, 422);
    assert.equal((await reader.get('/portal/dashboard')).status, 200);
    await access.usage.close();
    const period = { from: '2026-02-25', through: '2026-02-25' };
    const screened = await access.usageStore.topTickers('screened', period, 10);
    const open = await access.usageStore.topTickers('not_screenable', period, 10);
    const absent = await access.usageStore.topTickers('not_found', period, 10);
    assert.deepEqual(screened, [{ ticker: 'AAPL', calls: 2 }]);
    assert.deepEqual(open, [{ ticker: 'META', calls: 1 }]);
    assert.deepEqual(absent, []);
  });
});
