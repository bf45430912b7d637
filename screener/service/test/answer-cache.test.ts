import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ScreenDeps } from '../src/use-cases/screen-ticker.ts';
import { clockAt, MINUTE, makeApp, SECOND } from './app-under-test.ts';
import { useSnapshotStore } from './snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

/** Counts how often facts are read: a cached answer reads none. */
function counted(deps: ScreenDeps): { readonly deps: ScreenDeps; readonly reads: () => number } {
  let reads = 0;
  const facts: ScreenDeps['store']['facts'] = (cik) => {
    reads += 1;
    return deps.store.facts(cik);
  };
  return { deps: { ...deps, store: { ...deps.store, facts } }, reads: () => reads };
}

describe('cached answers', () => {
  test('the second answer equals the first byte for byte, without computing anything', async (t) => {
    const { deps, reads } = counted({ ...snapshot.shared(), clock: clockAt('2030-06-15T12:00:00Z') });
    const app = await makeApp(t, deps);
    const first = await app.get('/v1/screen/AAPL');
    const second = await app.get('/v1/screen/AAPL');
    assert.equal(second.status, 200);
    assert.equal(second.body, first.body);
    assert.equal(second.headers['content-type'], first.headers['content-type']);
    assert.notEqual(second.headers['x-request-id'], first.headers['x-request-id']);
    assert.equal(reads(), 1);
  });

  test('all spellings of a request share one answer', async (t) => {
    const { deps, reads } = counted({ ...snapshot.shared(), clock: clockAt('2030-06-15T12:00:00Z') });
    const app = await makeApp(t, deps);
    for (const path of ['BRK-B', 'brk.b', 'BRK%2Fb', 'BRK-B?rules=current']) {
      assert.equal((await app.get(`/v1/screen/${path}`)).status, 200);
    }
    assert.equal(reads(), 1);
  });

  test('different requests have different answers', async (t) => {
    const { deps, reads } = counted({ ...snapshot.shared(), clock: clockAt('2030-06-15T12:00:00Z') });
    const app = await makeApp(t, deps);
    const requests = ['AAPL', 'MSFT', 'AAPL?rules=classic', 'AAPL?as_of=2021-05-01', 'AAPL?as_of=2030-06-15'];
    const bodies = new Set<string>();
    for (const request of [...requests, ...requests]) {
      bodies.add((await app.get(`/v1/screen/${request}`)).body);
    }
    assert.equal(bodies.size, requests.length);
    assert.equal(reads(), requests.length);
  });

  test('a refusal does not depend on what is cached', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    for (let round = 0; round < 2; round += 1) {
      assert.equal((await app.get('/v1/screen/AAPL')).status, 200);
      assert.equal((await app.get('/v1/screen/AAPL?rules=')).status, 422);
      assert.equal((await app.get('/v1/screen/AAPL?as_of=')).status, 422);
      assert.equal((await app.get('/v1/screen/AAPL|')).status, 400);
    }
  });

  test('our own write shows within a second', async (t) => {
    const clock = clockAt('2030-06-15T12:00:00Z');
    const deps = { ...(await (await snapshot.copy(t)).open()), clock };
    const app = await makeApp(t, deps);
    const before = await app.screen('AAPL');
    const quotes = (await deps.store.quotes('AAPL')).map((quote) => ({ ...quote, marketCap: 1e9 }));
    await deps.store.saveQuotes(new Map([['AAPL', quotes]]));
    clock.advance(SECOND);
    const after = await app.screen('AAPL');
    assert.notEqual(before.market_data.value, 1e9);
    assert.equal(after.market_data.value, 1e9);
  });

  test('so does a write by another process, and one that changes the named source', async (t) => {
    const clock = clockAt('2030-06-15T12:00:00Z');
    const place = await snapshot.copy(t);
    const app = await makeApp(t, { ...(await place.open()), clock });
    const other = await place.open();
    assert.equal((await app.screen('AAPL')).compliance, 'compliant');
    await other.store.saveDetails([
      {
        cik: '0000320193',
        name: 'Apple Casinos',
        sic: '7011',
        sicDescription: null,
        sicSource: 'submissions',
      },
    ]);
    clock.advance(SECOND);
    assert.equal((await app.screen('AAPL')).name, 'Apple Casinos');
    await other.store.saveSetting('data_source', 'sec_bulk');
    clock.advance(SECOND);
    const answer = await app.screen('AAPL');
    assert.equal(answer.data_source, 'sec_bulk');
    assert.equal(answer.as_of, '2030-06-15');
  });

  test('a write that changes nothing leaves the answer cached', async (t) => {
    const clock = clockAt('2030-06-15T12:00:00Z');
    const place = await snapshot.copy(t);
    const { deps, reads } = counted({ ...(await place.open()), clock });
    const app = await makeApp(t, deps);
    await app.get('/v1/screen/AAPL');
    await deps.store.saveQuotes(new Map([['AAPL', await deps.store.quotes('AAPL')]]));
    clock.advance(SECOND);
    await app.get('/v1/screen/AAPL');
    assert.equal(reads(), 1);
  });

  test('an answer is recomputed after ten minutes, and on another day', async (t) => {
    const clock = clockAt('2030-06-15T12:00:00Z');
    const { deps, reads } = counted({ ...snapshot.shared(), clock });
    const app = await makeApp(t, deps);
    const first = await app.get('/v1/screen/AAPL');
    clock.advance(10 * MINUTE - 1);
    await app.get('/v1/screen/AAPL');
    assert.equal(reads(), 1);
    clock.advance(1);
    assert.equal((await app.get('/v1/screen/AAPL')).body, first.body);
    assert.equal(reads(), 2);
  });

  test('an answer from before midnight is not today’s', async (t) => {
    const clock = clockAt('2030-06-15T23:59:59Z');
    const deps = { ...(await (await snapshot.copy(t)).open()), clock };
    await deps.store.saveSetting('data_source', 'sec_bulk');
    const app = await makeApp(t, deps);
    assert.equal((await app.screen('AAPL')).as_of, '2030-06-15');
    clock.advance(2 * SECOND);
    assert.equal((await app.screen('AAPL')).as_of, '2030-06-16');
  });

  test('without memory for answers, each is computed and is the same', async (t) => {
    const { deps, reads } = counted({ ...snapshot.shared(), clock: clockAt('2030-06-15T12:00:00Z') });
    const app = await makeApp(t, deps, 0);
    const first = await app.get('/v1/screen/AAPL');
    assert.equal((await app.get('/v1/screen/AAPL')).body, first.body);
    assert.equal(reads(), 2);
  });
});
