import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { dailyClosesFrom, noTrading } from '../../src/prices/daily-closes.ts';
import { type DailyMarket, marketDataFromDaily } from '../../src/prices/market-data.ts';

const FRIDAY = '2026-03-06';
const RANGE = { from: '2026-01-01', to: '2026-03-09' }; // ends on a Monday

/** A market with the given days; the others have no trading. */
function marketOf(days: Record<string, Parameters<typeof dailyClosesFrom>[2]>) {
  const asked: string[] = [];
  const daily: DailyMarket = {
    source: 'test',
    async closesOn(date) {
      asked.push(date);
      const rows = days[date];
      return ok(rows === undefined ? noTrading(date) : dailyClosesFrom(date, 'test', rows));
    },
  };
  return { daily, asked };
}

test('the newest close is found across a holiday and a weekend, and each day is requested once', async () => {
  const { daily, asked } = marketOf({
    [FRIDAY]: [
      { symbol: 'AAPL', date: FRIDAY, close: 260 },
      { symbol: 'MSFT', date: FRIDAY, close: 400 },
    ],
  });
  const market = marketDataFromDaily({ daily, clock: () => 0 });
  const [apple, microsoft] = await Promise.all([market.closes('AAPL', RANGE), market.closes('MSFT', RANGE)]);
  assert.deepEqual(apple.ok && apple.value.map(({ date, close }) => [date, close]), [[FRIDAY, 260]]);
  assert.equal(microsoft.ok && microsoft.value[0]?.close, 400);
  await market.closes('AAPL', RANGE);
  assert.deepEqual(asked, ['2026-03-09', FRIDAY]);
});

test('an empty day is requested again after a while; a full one is kept', async () => {
  const { daily, asked } = marketOf({ [FRIDAY]: [{ symbol: 'AAPL', date: FRIDAY, close: 260 }] });
  let now = 0;
  const market = marketDataFromDaily({ daily, clock: () => now, emptyDayMs: 1000 });
  await market.closes('AAPL', RANGE);
  now = 1001;
  await market.closes('AAPL', RANGE);
  assert.deepEqual(asked, ['2026-03-09', FRIDAY, '2026-03-09']);
});

test('the walk ends at its limit and at the start of the range', async () => {
  const { daily, asked } = marketOf({});
  const market = marketDataFromDaily({ daily, lookbackDays: 4 });
  assert.deepEqual(await market.closes('AAPL', RANGE), ok([]));
  assert.deepEqual(asked, ['2026-03-09', '2026-03-06', '2026-03-05']);
  asked.length = 0;
  const short = marketDataFromDaily({ daily });
  await short.closes('AAPL', { from: FRIDAY, to: FRIDAY });
  assert.deepEqual(asked, [FRIDAY]);
});

test('a stale row is skipped, and refused when nothing newer is found; a bad price is refused at once', async () => {
  const { daily } = marketOf({
    '2026-03-09': [
      { symbol: 'AAPL', date: '2026-03-01', close: 9 },
      { symbol: 'HALT', date: '2026-03-01', close: 9 },
      { symbol: 'ZERO', date: '2026-03-09', close: 0 },
    ],
    [FRIDAY]: [
      { symbol: 'AAPL', date: FRIDAY, close: 260 },
      { symbol: 'ZERO', date: FRIDAY, close: 1 },
    ],
  });
  const market = marketDataFromDaily({ daily });
  const apple = await market.closes('AAPL', RANGE);
  assert.equal(apple.ok && apple.value[0]?.date, FRIDAY);
  const halted = await market.closes('HALT', RANGE);
  assert.ok(!halted.ok && halted.error.code === 'market_stale');
  const zero = await market.closes('ZERO', RANGE);
  assert.ok(!zero.ok && zero.error.code === 'market_bad_price');
});

test('a refusal of the source is passed on and not kept', async () => {
  let working = false;
  const daily: DailyMarket = {
    source: 'test',
    closesOn: async (date) =>
      working
        ? ok(dailyClosesFrom(date, 'test', [{ symbol: 'AAPL', date, close: 1 }]))
        : fail('market_rate_limited', 'later'),
  };
  const market = marketDataFromDaily({ daily });
  const refused = await market.closes('AAPL', RANGE);
  assert.ok(!refused.ok && refused.error.code === 'market_rate_limited');
  working = true;
  assert.ok((await market.closes('AAPL', RANGE)).ok);
});

test('keeps at most the given number of days', async () => {
  const days = ['2026-03-02', '2026-03-03', '2026-03-04'];
  const { daily, asked } = marketOf(
    Object.fromEntries(days.map((date) => [date, [{ symbol: 'AAPL', date, close: 1 }]])),
  );
  const market = marketDataFromDaily({ daily, daysKept: 2 });
  for (const to of [...days, ...days.toReversed()]) await market.closes('AAPL', { from: '2026-01-01', to });
  assert.deepEqual(asked, [...days, '2026-03-02']);
});
