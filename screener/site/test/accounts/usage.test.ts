import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openMemory, openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { makeApp } from '../app-under-test.ts';
import { signIn } from './signed-in.ts';

const EVER = { from: '2000-01-01', through: '2100-01-01' };

describe('what the service counts', () => {
  const clock = clockAt('2030-06-15T12:00:00Z');
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
