import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result } from '@common/base/result';
import { createEodhd } from '../../src/prices/eodhd.ts';
import { marketDataFromDaily } from '../../src/prices/market-data.ts';
import { createMassive } from '../../src/prices/massive.ts';
import type { ProviderOptions } from '../../src/prices/provider-http.ts';
import { createTiingo } from '../../src/prices/tiingo.ts';
import { type ProviderAnswer, startFakeProvider } from './fake-provider.ts';

const TOKEN = 'tok-3f9a2c';
const DAY = '2026-03-05';
const RANGE = { from: '2026-03-01', to: '2026-03-06' };
const WIDE = { from: '2026-01-01', to: '2026-03-06' };

const tiingoRow = (date: string, close: unknown) => ({
  date: `${date}T00:00:00.000Z`,
  open: 260.1,
  high: 266.0,
  low: 259.5,
  close,
  volume: 41_000_000,
  adjOpen: 130,
  adjHigh: 133,
  adjLow: 129,
  adjClose: 131,
  adjVolume: 82_000_000,
  divCash: 0,
  splitFactor: 1,
});
const eodhdRow = (code: string, close: unknown, date = DAY) => ({
  code,
  exchange_short_name: 'US',
  date,
  open: 1,
  high: 2,
  low: 1,
  close,
  adjusted_close: 0.5,
  volume: 1000,
});
const CLOSE_OF_DAY = Date.parse(`${DAY}T21:00:00Z`); // 16:00 in New York, winter
const massiveRow = (T: string, c: unknown, t: unknown = CLOSE_OF_DAY) => ({
  T,
  c,
  h: 2,
  l: 1,
  n: 10,
  o: 1,
  t,
  v: 1000,
  vw: 1.5,
});
const massiveDay = (results: readonly unknown[], more: object = {}) => ({
  adjusted: false,
  queryCount: results.length,
  request_id: 'a1b2',
  results,
  resultsCount: results.length,
  status: 'OK',
  ...more,
});

const code = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);

test('Tiingo: raw closes in order, the token only in the header, classes and preferred stock in its form', async () => {
  await using provider = await startFakeProvider((url) => ({
    body: url.pathname.includes('/SPG-P-J/')
      ? [tiingoRow('2026-03-05', 60.5)]
      : [tiingoRow('2026-03-05', 264.58), tiingoRow('2026-03-04', 262.52)],
  }));
  const tiingo = createTiingo({ token: TOKEN, baseUrl: provider.baseUrl });
  const closes = await tiingo.closes('BRK-B', RANGE);
  assert.ok(closes.ok);
  assert.deepEqual(
    closes.value.map(({ date, close }) => [date, close]),
    [
      ['2026-03-04', 262.52],
      ['2026-03-05', 264.58],
    ],
  );
  assert.deepEqual(closes.value[0], {
    symbol: 'BRK-B',
    date: '2026-03-04',
    close: 262.52,
    currency: 'USD',
    marketCap: null,
    source: 'Tiingo end-of-day prices',
  });
  assert.equal((await tiingo.closes('SPG-PJ', RANGE)).ok, true);
  const [first] = provider.requests;
  assert.equal(first?.url, '/tiingo/daily/BRK-B/prices?startDate=2026-03-01&endDate=2026-03-06');
  assert.equal(first?.headers.authorization, `Token ${TOKEN}`);
  assert.ok(provider.requests.every(({ url }) => !url.includes(TOKEN)));
});

test('Tiingo: an unknown ticker has no closes; old, strange and non-positive ones are refused', async () => {
  const cases: [string, ProviderAnswer][] = [
    ['ok', { status: 404, body: { detail: "Error: Ticker 'ZZZZ' not found" } }],
    ['ok', { body: [] }],
    ['market_stale', { body: [tiingoRow('2026-02-20', 5)] }],
    ['market_bad_price', { body: [tiingoRow('2026-03-05', 0)] }],
    ['market_bad_price', { body: [tiingoRow('2026-03-05', -1)] }],
    ['market_bad_price', { body: [tiingoRow('2026-03-05', '264.58')] }],
    ['market_bad_price', { body: [tiingoRow('2026-03-05', null)] }],
    ['market_unexpected_content', { body: [tiingoRow('2026-03-09', 5)] }],
    ['market_unexpected_content', { body: [tiingoRow('2026-03-05', 5), tiingoRow('2026-03-05', 5)] }],
    ['market_unexpected_content', { body: [{ close: 5 }] }],
    ['market_unexpected_content', { body: { close: 5 } }],
  ];
  for (const [expected, answer] of cases) {
    await using provider = await startFakeProvider(() => answer);
    const tiingo = createTiingo({ token: TOKEN, baseUrl: provider.baseUrl });
    const result = await tiingo.closes('ZZZZ', WIDE);
    assert.equal(code(result), expected, JSON.stringify(answer.body));
    if (result.ok) assert.deepEqual(result.value, []);
  }
});

test('EODHD: the whole market of a day, symbols in the SEC’s form, bad rows refused one by one', async () => {
  await using provider = await startFakeProvider(() => ({
    body: [
      eodhdRow('AAPL', 264.58),
      eodhdRow('BRK-B', 495.1),
      eodhdRow('HALT', 3.5, '2026-03-02'),
      eodhdRow('ZERO', 0),
      eodhdRow('TWICE', 1),
      eodhdRow('TWICE', 2),
      eodhdRow('ODD SYMBOL!', 2),
    ],
  }));
  const day = await createEodhd({ token: TOKEN, baseUrl: provider.baseUrl }).closesOn(DAY);
  assert.ok(day.ok);
  assert.deepEqual([...day.value.quotes.keys()], ['AAPL', 'BRK-B']);
  assert.deepEqual(Object.fromEntries(day.value.refused), {
    HALT: 'market_stale',
    ZERO: 'market_bad_price',
    TWICE: 'market_bad_price',
  });
  assert.equal(day.value.quotes.get('AAPL')?.close, 264.58);
  assert.equal(
    provider.requests[0]?.url,
    `/api/eod-bulk-last-day/US?api_token=${TOKEN}&date=${DAY}&fmt=json`,
  );
});

test('Massive: the whole market of a day, unadjusted, dated in New York', async () => {
  const summer = '2026-07-06';
  await using provider = await startFakeProvider((url) => ({
    body: url.pathname.endsWith(summer)
      ? massiveDay([massiveRow('AAPL', 300, Date.parse(`${summer}T20:00:00Z`))], { status: 'DELAYED' })
      : massiveDay([
          massiveRow('AAPL', 264.58),
          massiveRow('BRK.B', 495.1),
          massiveRow('SPGpJ', 60.5),
          massiveRow('OLD', 1, CLOSE_OF_DAY - 86_400_000),
          massiveRow('NOTIME', 1, 'yesterday'),
          massiveRow('MINUS', -3),
        ]),
  }));
  const massive = createMassive({ token: TOKEN, baseUrl: provider.baseUrl });
  const day = await massive.closesOn(DAY);
  assert.ok(day.ok);
  assert.deepEqual([...day.value.quotes.keys()], ['AAPL', 'BRK-B', 'SPG-PJ']);
  assert.deepEqual(Object.fromEntries(day.value.refused), {
    OLD: 'market_stale',
    NOTIME: 'market_stale',
    MINUS: 'market_bad_price',
  });
  const july = await massive.closesOn(summer);
  assert.equal(july.ok && july.value.quotes.get('AAPL')?.close, 300);
  const [first] = provider.requests;
  assert.equal(first?.url, `/v2/aggs/grouped/locale/us/market/stocks/${DAY}?adjusted=false`);
  assert.equal(first?.headers.authorization, `Bearer ${TOKEN}`);
});

test('Massive: a holiday is empty; adjusted prices, a short list and a strange status are refused', async () => {
  const cases: [string, unknown][] = [
    ['ok', { adjusted: false, queryCount: 0, resultsCount: 0, status: 'OK', request_id: 'x' }],
    ['market_unexpected_content', massiveDay([massiveRow('AAPL', 1)], { adjusted: true })],
    ['market_unexpected_content', massiveDay([massiveRow('AAPL', 1)], { resultsCount: 9000 })],
    ['market_unexpected_content', massiveDay([massiveRow('AAPL', 1)], { status: 'PARTLY' })],
    ['market_unexpected_content', massiveDay([{ c: 1 }])],
    ['market_unexpected_content', []],
    ['market_unauthorised', { status: 'NOT_AUTHORIZED', message: 'Please upgrade your plan' }],
  ];
  for (const [expected, body] of cases) {
    await using provider = await startFakeProvider(() => ({ body }));
    const day = await createMassive({ token: TOKEN, baseUrl: provider.baseUrl }).closesOn(DAY);
    assert.equal(code(day), expected, JSON.stringify(body));
  }
});

const PROVIDERS: Record<string, (options: ProviderOptions) => Promise<Result<unknown>>> = {
  tiingo: (options) => createTiingo(options).closes('AAPL', RANGE),
  eodhd: (options) => createEodhd(options).closesOn(DAY),
  massive: (options) => createMassive(options).closesOn(DAY),
};

test('pages, notes under 200, limits and errors are refused by every provider, and never show the token', async () => {
  const echo = `Your API key ${TOKEN} is known.`;
  const cases: [string, ProviderAnswer][] = [
    ['market_unexpected_content', { type: 'text/html', body: `<!DOCTYPE html><p>${echo}</p>` }],
    ['market_unexpected_content', { body: `<html>${echo}</html>` }],
    ['market_unexpected_content', { type: 'text/plain', body: echo }],
    ['market_unexpected_content', { body: { Information: echo } }],
    ['market_rate_limited', { body: { Note: `${echo} The limit is 25 requests per day.` } }],
    ['market_rate_limited', { type: 'text/plain', body: `You exceeded your daily API requests. ${echo}` }],
    ['market_unauthorised', { body: { error: `Invalid API key ${TOKEN}` } }],
    ['market_rate_limited', { status: 429, body: { detail: echo } }],
    ['market_rate_limited', { status: 402, body: echo }],
    ['market_unauthorised', { status: 401, body: { detail: echo } }],
    ['market_unauthorised', { status: 403, body: { message: echo } }],
    ['market_unavailable', { status: 503, body: echo }],
    ['market_unavailable', { status: 302, body: echo, headers: { location: `/x?api_token=${TOKEN}` } }],
    ['market_unavailable', { body: [' '.repeat(5000)] }],
  ];
  for (const [name, ask] of Object.entries(PROVIDERS)) {
    for (const [expected, answer] of cases) {
      await using provider = await startFakeProvider(() => answer);
      const result = await ask({ token: TOKEN, baseUrl: provider.baseUrl, limits: { maxBytes: 4000 } });
      assert.equal(code(result), expected, `${name} ${JSON.stringify(answer)}`);
      assert.ok(!JSON.stringify(result).includes(TOKEN), name);
      assert.equal(provider.requests.length, 1, 'no redirect is followed');
    }
    const unreachable = await ask({ token: TOKEN, baseUrl: 'http://127.0.0.1:1' });
    assert.equal(code(unreachable), 'market_unavailable');
    assert.ok(!JSON.stringify(unreachable).includes(TOKEN));
    await assert.rejects(async () => ask({ token: 'line\nbreak' }), /API token is empty or has characters/);
  }
});

test('an invalid request is never sent', async () => {
  await using provider = await startFakeProvider(() => ({ body: [] }));
  const options = { token: TOKEN, baseUrl: provider.baseUrl };
  const tiingo = createTiingo(options);
  assert.equal(code(await tiingo.closes('../../AAPL', RANGE)), 'market_invalid_request');
  assert.equal(
    code(await tiingo.closes('AAPL', { from: '2026-03-06', to: '2026-03-01' })),
    'market_invalid_request',
  );
  assert.equal(code(await tiingo.closes('AAPL', { from: 'x', to: '2026-03-01' })), 'market_invalid_request');
  assert.equal(code(await createEodhd(options).closesOn('2026-02-30')), 'market_invalid_request');
  assert.equal(code(await createMassive(options).closesOn('today')), 'market_invalid_request');
  assert.equal(provider.requests.length, 0);
});

test('a bulk provider serves single symbols through the walk over days', async () => {
  await using provider = await startFakeProvider((url) => ({
    body: url.searchParams.get('date') === DAY ? [eodhdRow('AAPL', 264.58)] : [],
  }));
  const eodhd = createEodhd({ token: TOKEN, baseUrl: provider.baseUrl });
  const market = marketDataFromDaily({ daily: eodhd });
  const closes = await market.closes('AAPL', RANGE);
  assert.deepEqual(closes.ok && closes.value.map(({ date, close }) => [date, close]), [[DAY, 264.58]]);
  assert.equal(market.source, 'EODHD bulk end-of-day prices');
});
