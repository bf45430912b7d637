import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { SearchSchema } from '../../src/search/search.http.ts';
import { createSearch } from '../../src/search/search.ts';
import { clockAt, MINUTE, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const clock = clockAt('2026-11-20T00:00:00Z');
const snapshot = useSnapshotStore(clock);

test('search finds companies and funds by name, by the schema', async (t) => {
  const { get } = await makeApp(t, snapshot.shared());
  const search = async (query: string) => {
    const { status, body } = await get(`/v1/search?${query}`);
    assert.equal(status, 200, body);
    const { data } = JSON.parse(body);
    assert.ok(Value.Check(SearchSchema, data), body);
    return data;
  };
  const apple = await search('q=%20apple%20&limit=2');
  assert.equal(apple.query, 'apple');
  assert.equal(apple.results.length, 2);
  assert.deepEqual(apple.results[0], {
    ...{ symbol: 'AAPL', name: 'Apple Inc.', exchange: 'Nasdaq', type: 'company', cik: '0000320193' },
    ...{ facts_at_hand: true, match: 'name_start' },
  });
  const [fund] = (await search('q=sharia')).results;
  assert.deepEqual([fund?.symbol, fund?.type, fund?.facts_at_hand], ['SPUS', 'fund', true]);
  const typo = await search('q=aplpe');
  assert.deepEqual(typo.results, []);
  assert.ok(typo.did_you_mean.some(({ symbol }: { symbol: string }) => symbol === 'AAPL'));
});

test('the larger of two companies comes first', async (t) => {
  const { get } = await makeApp(t, snapshot.shared());
  const { results } = JSON.parse((await get('/v1/search?q=berkshire')).body).data;
  assert.deepEqual(
    results.slice(0, 3).map(({ symbol }: { symbol: string }) => symbol),
    ['BRK-A', 'BRK-B', 'BGRY'],
  );
});

test('what cannot be searched for is refused', async (t) => {
  const { get } = await makeApp(t, snapshot.shared());
  for (const query of ['', 'q=', 'q=%20%20', `q=${'x'.repeat(81)}`, 'q=a&limit=0', 'q=a&limit=51']) {
    const { status, body } = await get(`/v1/search?${query}`);
    assert.equal(status, 422, `${query}: ${body}`);
    assert.ok(['q', 'limit'].includes(JSON.parse(body).detail[0].loc[1]), body);
  }
});

test('an unknown ticker comes with suggestions', async (t) => {
  const { get } = await makeApp(t, snapshot.shared());
  const { status, body } = await get('/v1/screen/AAPLE');
  assert.equal(status, 404);
  const { error } = JSON.parse(body);
  assert.equal(error.code, 'ticker_not_found');
  assert.match(error.message, /Did you mean AAPL \(Apple Inc\.\)/);
  assert.equal(error.detail.suggestions[0].symbol, 'AAPL');
  const unlike = JSON.parse((await get('/v1/screen/QQQQQ')).body);
  assert.equal(unlike.error.detail, undefined);
});

test('a name where a ticker belongs comes with suggestions too', async (t) => {
  const { get } = await makeApp(t, snapshot.shared());
  const { status, body } = await get('/v1/screen/microsoft');
  assert.equal(status, 400);
  const { error } = JSON.parse(body);
  assert.equal(error.code, 'malformed_ticker');
  assert.match(error.message, /^A ticker is 1 to 6 letters .* Did you mean MSFT \(MICROSOFT CORP\)/);
  assert.equal(error.detail.suggestions[0].symbol, 'MSFT');
  const unlike = JSON.parse((await get(`/v1/screen/${'q'.repeat(81)}`)).body);
  assert.deepEqual([unlike.error.code, unlike.error.detail], ['malformed_ticker', undefined]);
});

test('a changed store is read again, at most once a minute', async () => {
  const { store } = snapshot.shared();
  let [generation, reads] = [1, 0];
  const search = createSearch(
    {
      generation: async () => generation,
      findableTickers: () => {
        reads += 1;
        return store.findableTickers();
      },
    },
    clock,
  );
  const ask = () => search.find('apple', 1);
  await Promise.all([ask(), ask()]);
  generation = 2;
  await ask();
  assert.equal(reads, 1);
  clock.advance(MINUTE);
  await ask();
  await ask();
  assert.equal(reads, 2);
});

test('a name imported a moment ago is found, by the API and on the start page', async (t) => {
  const { open } = await snapshot.copy(t);
  const { get } = await makeApp(t, await open());
  const { store } = await open();
  assert.equal((await get('/?q=zyxwvut')).status, 404);
  await store.saveTickers([
    { symbol: 'ZYXW', cik: '0009999999', name: 'Zyxwvut Industries Inc', exchange: 'NYSE', sector: null },
  ]);
  clock.advance(5_000);
  const { data } = JSON.parse((await get('/v1/search?q=zyxwvut')).body);
  assert.deepEqual(
    data.results.map(({ symbol }: { symbol: string }) => symbol),
    ['ZYXW'],
  );
  const page = await get('/?q=zyxwvut');
  assert.equal(page.status, 200);
  assert.match(page.body, /Zyxwvut Industries Inc/);
});

test('searches for nothing read a changing store again every five seconds at most', async () => {
  let [generation, reads] = [1, 0];
  const store = {
    generation: async () => {
      generation += 1;
      return generation;
    },
    findableTickers: async () => {
      reads += 1;
      return [];
    },
  };
  const search = createSearch(store, clock);
  for (let asked = 0; asked < 10; asked += 1) {
    await search.find('nothing', 1);
    clock.advance(1_000);
  }
  assert.equal(reads, 2);
});

test('a failed read is tried again', async () => {
  const tickers = await snapshot.shared().store.findableTickers();
  let isDown = true;
  const search = createSearch(
    {
      generation: async () => 1,
      findableTickers: async () => {
        if (isDown) throw new Error('down');
        return tickers;
      },
    },
    clock,
  );
  await assert.rejects(search.find('apple', 1), /down/);
  isDown = false;
  const found = await search.find('apple', 1);
  assert.ok(found.ok && found.value.results[0]?.symbol === 'AAPL');
});
