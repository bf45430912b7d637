import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMemory, openTestAccess } from '../access/access-under-test.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { signIn } from '../session/signed-in.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

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
