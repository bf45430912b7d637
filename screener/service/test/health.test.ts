import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { VERSION } from '@common/kit/version';
import { clockAt, makeApp } from './app-under-test.ts';
import { snapshotDate, useSnapshotStore } from './snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

test('health says what the store holds', async (t) => {
  const deps = snapshot.shared();
  const app = await makeApp(t, deps);
  const answer = await app.get('/health');
  assert.equal(answer.status, 200);
  const { listings, companies } = await deps.store.countListings();
  assert.ok(listings > 10_000 && companies > 30, `${listings} tickers, ${companies} companies`);
  assert.deepEqual(JSON.parse(answer.body), {
    status: 'ok',
    version: VERSION,
    engine_version: (await app.screen('AAPL')).engine_version,
    data_source: 'snapshot',
    snapshot_as_of: await snapshotDate(),
    live_mode: false,
    tickers: listings,
    replica: null,
    current: null,
    companies_with_facts: companies,
  });
});

test('health names the source of an import', async (t) => {
  const deps = await (await snapshot.copy(t)).open();
  const app = await makeApp(t, deps);
  await deps.store.saveSetting('data_source', 'sec_bulk');
  assert.equal(JSON.parse((await app.get('/health')).body).data_source, 'sec_bulk');
});

test('a store that does not answer is not healthy', async (t) => {
  const deps = snapshot.shared();
  const countListings = () => Promise.reject(new Error('away'));
  const app = await makeApp(t, { ...deps, store: { ...deps.store, countListings } });
  assert.equal((await app.get('/health')).status, 500);
});

test('a store that takes no writes is not healthy', async (t) => {
  let full = true;
  const writable = async () => (full ? fail('database_not_writable', 'The disk is full.') : ok(undefined));
  const app = await makeApp(t, { ...snapshot.shared(), writable });
  const { status, body } = await app.get('/health');
  assert.deepEqual([status, JSON.parse(body).error.code], [503, 'database_not_writable']);
  full = false;
  assert.equal((await app.get('/health')).status, 200);
});
