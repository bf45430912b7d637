import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMetrics } from '@common/kit/telemetry/metrics';
import { NORTHWIND } from '@screener/sources/testing/synthetic-filer';
import { Type } from 'typebox';
import { successBody } from '../src/http/answer-body.ts';
import { screenBatch } from '../src/use-cases/screen-batch.ts';
import { type ScreenDeps, screenTicker, type UnderstoodRequest } from '../src/use-cases/screen-ticker.ts';
import { openTestAccess } from './access/access-under-test.ts';
import { clockAt, MINUTE, makeApp, SECOND } from './app-under-test.ts';
import { described, keyFor, post } from './bulk/bulk-under-test.ts';
import { makeLiveApp } from './live/live-app.ts';
import { useSnapshotStore } from './snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

describe('what is kept in memory', () => {
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
      const requests = [
        'AAPL',
        'MSFT',
        'AAPL?rules=classic',
        'AAPL?as_of=2021-05-01',
        'AAPL?as_of=2030-06-15',
      ];
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
});

describe('several at once', () => {
  const clock = clockAt('2030-06-15T12:00:00Z');
  const snapshot = useSnapshotStore(clock);

  describe('POST /v1/batch', () => {
    test('returns full screenings in request order, each as in its own request', async () => {
      const { app, screen } = await snapshot.app();
      const key = await keyFor(app, 'anna');
      const asked = ['TSM', 'aapl', 'BA', 'AAPL'];
      const { status, headers, body } = await post(app, '/v1/batch', { symbols: asked }, key);
      assert.equal(status, 200);
      assert.equal(headers['cache-control'], 'private, no-store');
      assert.deepEqual([body.success, body.error], [true, null]);
      const alone = await Promise.all(asked.map(screen));
      assert.deepEqual(body.data.results, alone);
    });

    test('gives a failing symbol an error, and the others their screenings', async () => {
      const { app } = await snapshot.app();
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

    test('answers as described', async () => {
      const { app } = await snapshot.app();
      const holds = await described(app, 'post', '/v1/batch');
      const request = { symbols: ['AAPL', '?'] };
      const { body } = await post(app, '/v1/batch', request, await keyFor(app, 'anna'));
      assert.ok(holds(body));
      delete body.data.results[1].error;
      assert.ok(!holds(body), 'the description allows anything');
    });

    test('takes 1 to 25 symbols, as strings, in a body of limited size', async () => {
      const { app } = await snapshot.app();
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
      const asked = ['FAST', 'A', 'A', 'B', 'C', 'D', 'E', 'F'];
      const results = await screenBatch(deps, asked);
      assert.deepEqual(
        results.map((one) => 'error' in one && one.error.code),
        ['ticker_not_found', ...Array(7).fill('timeout')],
      );
      assert.deepEqual(begun, ['FAST', 'A', 'B', 'C', 'D'], 'each once, and only a few at a time');
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
});

describe('the shape of an answer', () => {
  const Line = Type.Object({
    status: Type.Enum(['pass', 'fail']),
    value: Type.Union([Type.Number(), Type.Null()]),
  });
  const Good = Type.Object({
    name: Type.String(),
    lines: Type.Array(Line),
    note: Type.Optional(Type.String()),
  });

  test('a body is checked against the schema that it is sent for', () => {
    const answer = { name: 'one', lines: [] };
    const { body } = successBody<typeof Good>(answer);
    assert.deepEqual(JSON.parse(body.toString()), { success: true, error: null, data: answer });
    // @ts-expect-error a member is missing
    successBody<typeof Good>({ name: 'one' });
    // @ts-expect-error the schema is not named
    successBody(answer);
  });
});
