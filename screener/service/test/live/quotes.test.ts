import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { MARKET_CAP, NORTHWIND } from '@screener/edgar/testing/synthetic-filer';
import type { MarketQuote } from '@screener/engine/facts';
import type { DateRange, MarketData } from '@screener/market/market-data';
import { createLiveQuotes } from '../../src/use-cases/live-quotes.ts';
import { DAY, MINUTE, makeApp } from '../app-under-test.ts';
import { makeLiveApp } from './live-app.ts';

const { symbol } = NORTHWIND;

describe('prices from a provider', () => {
  test('a close is fetched once for the present date, and decides the checks that need a price', async (t) => {
    const { app, provider, deps } = await makePricedApp(t, [quoteOn('2026-02-27')]);
    const answer = await app.screen(symbol);
    assert.equal(answer.compliance, 'compliant');
    assert.deepEqual(
      [answer.market_data.date, answer.market_data.source, answer.market_data.value],
      ['2026-02-27', 'a provider', MARKET_CAP],
    );
    assert.deepEqual(provider.asked, [{ symbol, from: '2026-01-31', to: '2026-03-02' }]);
    await app.screen(symbol);
    assert.equal(provider.asked.length, 1);
    assert.deepEqual(await deps.store.quotes(symbol), [quoteOn('2026-02-27')]);
  });

  test('quotes for other dates stay', async (t) => {
    const { app, deps } = await makePricedApp(t, [quoteOn('2026-02-27')]);
    const older = { ...quoteOn('2025-05-30'), source: 'a file' };
    await deps.store.saveQuotes(new Map([[symbol, [older, { ...older, date: '2026-02-27', close: 1 }]]]));
    app.clock.advance(3 * DAY);
    await app.screen(symbol);
    assert.deepEqual(await deps.store.quotes(symbol), [older, quoteOn('2026-02-27')]);
  });

  test('a provider that refuses only leaves the checks on capitalisation unknown', async (t) => {
    const { app, provider } = await makePricedApp(t, null);
    const answer = await app.screen(symbol);
    assert.equal(answer.compliance, 'not_screenable');
    assert.deepEqual(
      answer.missing.map((entry) => entry.code),
      ['market_cap', 'price_not_reached'],
    );
    assert.match(answer.missing[1]?.message ?? '', /The provider is unreachable/);
    assert.equal((await app.history(symbol)).snapshots.length, 0, 'a failure is no history');
    const asked = provider.asked.length;
    await app.screen(symbol);
    assert.equal(provider.asked.length, asked, 'a minute’s peace after a failure');
    app.clock.advance(2 * MINUTE);
    await app.screen(symbol);
    assert.equal(provider.asked.length, asked + 1);
    assert.ok(answer.methodologies.some(({ passed }) => passed));
    assert.ok(provider.asked.length > 0);
  });
});

function quoteOn(date: string): MarketQuote {
  return { symbol, date, close: 50, currency: 'USD', marketCap: MARKET_CAP, source: 'a provider' };
}

/** Live mode with a provider that has these closes; null: one that refuses. */
async function makePricedApp(t: TestContext, closes: readonly MarketQuote[] | null) {
  const live = await makeLiveApp(t);
  await live.deps.store.saveQuotes(new Map([[symbol, []]]));
  const asked: (DateRange & { readonly symbol: string })[] = [];
  const market: MarketData = {
    source: 'a provider',
    closes: async (of, range) => {
      asked.push({ symbol: of, ...range });
      if (closes === null) return fail('market_unavailable', 'The provider is unreachable.');
      return ok(closes.filter(({ date }) => date >= range.from && date <= range.to));
    },
  };
  const liveQuotes = createLiveQuotes({ store: live.deps.store, market, clock: live.clock });
  const deps = { ...live.deps, liveQuotes };
  const app = await makeApp(t, deps, 0);
  return { app: { ...app, clock: live.clock }, provider: { asked }, deps };
}
