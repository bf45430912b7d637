import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { makeApp } from '../app-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2026-08-21T12:00:00Z'));

test('suggestions: few, by name or ticker, kept for a while, and with a limit of their own', async (t) => {
  const { app } = await makeApp(t, snapshot.shared());
  const ask = (q: string) => app.inject({ url: '/suggest', query: { q } });

  const google = await ask('google');
  assert.equal(google.statusCode, 200);
  assert.equal(google.headers['cache-control'], 'public, max-age=300');
  assert.deepEqual(google.json()[0], { symbol: 'GOOGL', name: 'Alphabet Inc.' });
  assert.equal((await ask('a')).json().length, 8);
  assert.deepEqual((await ask('?')).json(), []);
  assert.equal((await ask('')).statusCode, 422);

  // More than a minute of the demo tier, which a screening then still has.
  let status = 200;
  for (let asked = 4; status === 200; asked += 1) {
    assert.ok(asked <= 121);
    status = (await ask('aa')).statusCode;
  }
  assert.equal(status, 429);
  assert.equal((await app.inject('/v1/screen/AAPL')).statusCode, 200);
});
