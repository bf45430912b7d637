import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMetrics } from '@common/kit/metrics';
import { NORTHWIND } from '@screener/edgar/testing/synthetic-filer';
import { screenBatch } from '../src/use-cases/screen-batch.ts';
import { type ScreenDeps, screenTicker, type UnderstoodRequest } from '../src/use-cases/screen-ticker.ts';
import { openTestAccess } from './access/access-under-test.ts';
import { clockAt, makeApp } from './app-under-test.ts';
import { described, keyFor, post } from './bulk/bulk-under-test.ts';
import { makeLiveApp } from './live/live-app.ts';
import { useSnapshotStore } from './snapshot-store.ts';

const clock = clockAt('2030-06-15T12:00:00Z');
const snapshot = useSnapshotStore(clock);

describe('POST /v1/batch', () => {
  test('returns full screenings in request order, each as in its own request', async (t) => {
    const { app, screen } = await makeApp(t, snapshot.shared());
    const key = await keyFor(app, 'anna');
    const asked = ['TSM', 'aapl', 'BA', 'AAPL'];
    const { status, headers, body } = await post(app, '/v1/batch', { symbols: asked }, key);
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'private, no-store');
    assert.deepEqual([body.success, body.error], [true, null]);
    const alone = await Promise.all(asked.map(screen));
    assert.deepEqual(body.data.results, alone);
  });

  test('gives a failing symbol an error, and the others their screenings', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const key = await keyFor(app, 'anna');
    const symbols = ['ZZZZZZ', 'not a ticker!', 'AAPL', '', 'x'.repeat(300), 'not a ticker!'];
    const { status, body } = await post(app, '/v1/batch', { symbols }, key);
    assert.equal(status, 200);
    const { results } = body.data;
    assert.deepEqual(
      results.map((one: { symbol: string }) => one.symbol),
      symbols,
    );
    assert.deepEqual(
      results.map((one: { error?: { code: string } }) => one.error?.code ?? 'screened'),
      [
        'ticker_not_found',
        'malformed_ticker',
        'screened',
        'malformed_ticker',
        'malformed_ticker',
        'malformed_ticker',
      ],
    );
  });

  test('answers as described', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const holds = await described(app, 'post', '/v1/batch');
    const request = { symbols: ['AAPL', '?'] };
    const { body } = await post(app, '/v1/batch', request, await keyFor(app, 'anna'));
    assert.ok(holds(body));
    delete body.data.results[1].error;
    assert.ok(!holds(body), 'the description allows anything');
  });

  test('takes 1 to 25 symbols, as strings, in a body of limited size', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const key = await keyFor(app, 'anna');
    const refused: readonly [unknown, readonly (string | number)[], string][] = [
      [{}, ['body', 'symbols'], 'missing'],
      [{ symbols: [] }, ['body', 'symbols'], 'too_short'],
      [{ symbols: Array(26).fill('AAPL') }, ['body', 'symbols'], 'too_long'],
      [{ symbols: 'AAPL' }, ['body', 'symbols'], 'list_type'],
      [{ symbols: ['AAPL', 1] }, ['body', 'symbols', 1], 'string_type'],
    ];
    for (const [request, loc, type] of refused) {
      const { status, body } = await post(app, '/v1/batch', request, key);
      assert.equal(status, 422);
      assert.deepEqual([body.detail[0].loc, body.detail[0].type], [loc, type]);
    }
    const most = await post(app, '/v1/batch', { symbols: Array(25).fill('AAPL') }, key);
    assert.equal(most.body.data.results.length, 25);
    const large = await post(app, '/v1/batch', { symbols: ['x'.repeat(20_000)] }, key);
    assert.equal(large.status, 413);
  });

  test('requires a key and counts as one request', async (t) => {
    const access = await openTestAccess(t, { demo: 0, free: 2, partner: 0 });
    const { app } = await makeApp(t, snapshot.shared(), 0, access);
    const request = { symbols: Array(25).fill('AAPL') };
    const demo = await post(app, '/v1/batch', request);
    assert.deepEqual([demo.status, demo.body.error.code], [403, 'key_required']);
    const key = await keyFor(app, 'anna');
    assert.equal((await post(app, '/v1/batch', request, key)).headers.ratelimit, '"free";r=1;t=60');
    assert.equal((await post(app, '/v1/batch', request, key)).status, 200);
    assert.equal((await post(app, '/v1/batch', request, key)).status, 429);
    const wrong = await post(app, '/v1/batch', request, { 'x-api-key': 'snd_live_wrong' });
    assert.equal(wrong.status, 401);
  });

  test('fetches each thing once, and a metric counts symbols by outcome', async (t) => {
    const live = await makeLiveApp(t);
    const metrics = createMetrics();
    const { app } = await makeApp(t, live.deps, 0, undefined, undefined, metrics);
    const key = await keyFor(app, 'anna');
    const { symbol } = NORTHWIND;
    const symbols = [symbol, symbol.toLowerCase(), symbol, '?'];
    const { body } = await post(app, '/v1/batch', { symbols }, key);
    assert.deepEqual(body.data.results[0], body.data.results[2]);
    assert.equal(new Set(live.asked()).size, live.asked().length, live.asked().join(' '));
    const text = await metrics.registry.metrics();
    assert.match(text, /^screener_batch_symbols_total\{outcome="screened"\} 3$/m);
    assert.match(text, /^screener_batch_symbols_total\{outcome="refused"\} 1$/m);
  });
});

describe('a batch', () => {
  const silent = { clock, onFailure: () => {}, batchLimitMs: 60_000 };

  test('ends in time: symbols not screened by then get an error', async () => {
    const begun: string[] = [];
    const deps = {
      ...silent,
      ...screenDeps((symbol) => {
        begun.push(symbol);
        return symbol === 'FAST' ? Promise.resolve(null) : new Promise(() => {});
      }),
      batchLimitMs: 50,
    };
    const asked = ['FAST', 'A', 'B', 'C', 'D', 'E', 'F'];
    const results = await screenBatch(deps, asked);
    assert.deepEqual(
      results.map((one) => 'error' in one && one.error.code),
      ['ticker_not_found', ...Array(6).fill('timeout')],
    );
    assert.deepEqual(begun, ['FAST', 'A', 'B', 'C', 'D'], 'only a few at a time');
  });

  test('a failure on our side affects only its symbol, and is logged', async () => {
    const told: unknown[] = [];
    const broken = new Error('the disk');
    const deps = {
      ...silent,
      ...screenDeps((symbol) => (symbol === 'BAD' ? Promise.reject(broken) : Promise.resolve(null))),
      onFailure: (error: unknown, symbol: string) => told.push([error, symbol]),
    };
    const results = await screenBatch(deps, ['A', 'BAD', 'B']);
    assert.deepEqual(
      results.map((one) => 'error' in one && one.error.code),
      ['ticker_not_found', 'internal_error', 'ticker_not_found'],
    );
    assert.deepEqual(told, [[broken, 'BAD']]);
    assert.ok(!JSON.stringify(results).includes('the disk'));
  });
});

/** Screens from a store with just what finding a listing needs. */
function screenDeps(findListing: (symbol: string) => Promise<null>) {
  const store = { findListing, funds: { findFund: async () => null } };
  const deps: ScreenDeps = {
    store: store as unknown as ScreenDeps['store'],
    live: null,
    liveQuotes: null,
    options: { yieldBound: true },
    clock,
  };
  return { screen: (request: UnderstoodRequest) => screenTicker(deps, request) };
}
