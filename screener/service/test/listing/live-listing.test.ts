import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MARKET_CAP, NORTHWIND } from '@screener/edgar/testing/synthetic-filer';
import type { ScreenAnswer } from '../../src/use-cases/screen-ticker.ts';
import { DAY, HOUR, MINUTE } from '../app-under-test.ts';
import { makeListingApp, versionOf } from './listing-app.ts';

const { symbol } = NORTHWIND;
const THURSDAY = versionOf('2026-02-27T00:20:00Z', '2026-02-26', 50, 49);
const FRIDAY = versionOf('2026-02-28T00:20:00Z', '2026-02-27', 51, 50);
const MONDAY = versionOf('2026-03-03T00:20:00Z', '2026-03-02', 52, 51);

function price({ market_data: { close, date, source, value } }: ScreenAnswer) {
  return { close, date, source, value };
}
const ids = ({ approximations }: ScreenAnswer) => approximations.map(({ id }) => id);
const codes = ({ missing }: ScreenAnswer) => missing.map(({ code }) => code);

describe('prices from the daily listing', () => {
  test('a screening as of today has the newest close, dated, and says that it is provisional', async (t) => {
    const app = await makeListingApp(t, [THURSDAY, FRIDAY]);
    const answer = await app.screen(symbol);
    assert.equal(answer.compliance, 'compliant');
    assert.deepEqual(price(answer), {
      close: 51,
      date: '2026-02-27',
      source: 'Daily listing of US stocks, not yet confirmed by the next one',
      value: MARKET_CAP,
    });
    assert.ok(ids(answer).includes('price_provisional'));
    assert.deepEqual(codes(answer), []);
  });

  test('the close before it is confirmed, and found by date', async (t) => {
    const app = await makeListingApp(t, [THURSDAY, FRIDAY]);
    await app.screen(symbol);
    const earlier = await app.screen(`${symbol}?as_of=2026-02-26`);
    assert.deepEqual(price(earlier), {
      close: 50,
      date: '2026-02-26',
      source: 'Daily listing of US stocks',
      value: MARKET_CAP,
    });
    assert.ok(!ids(earlier).includes('price_provisional'));
  });

  test('a close that the next listing contradicts is not confirmed', async (t) => {
    const split = versionOf('2026-02-28T00:20:00Z', '2026-02-27', 26, 25);
    const app = await makeListingApp(t, [THURSDAY, split]);
    assert.equal((await app.screen(symbol)).market_data.close, 26);
    const earlier = await app.screen(`${symbol}?as_of=2026-02-26`);
    assert.equal(earlier.market_data.close, null);
  });

  test('nothing is asked again while the newest session is at hand, whatever the ticker, and after a restart', async (t) => {
    const app = await makeListingApp(t, [THURSDAY, FRIDAY]);
    await app.screen(symbol);
    const asked = app.fake.requests.length;
    await app.screen(symbol);
    assert.deepEqual(await app.again().refreshQuotes('ZZZZ', '2026-03-02'), { ok: true, value: 'fresh' });
    assert.equal(app.fake.requests.length, asked);
  });

  test('the next session replaces it; until it is listed the source is asked once an hour', async (t) => {
    const app = await makeListingApp(t, [THURSDAY, FRIDAY]);
    await app.screen(symbol);
    app.clock.advance(10 * HOUR);
    const asked = app.fake.requests.length;
    assert.equal((await app.screen(symbol)).market_data.date, '2026-02-27');
    await app.screen(symbol);
    assert.equal(app.fake.requests.length, asked + 1);
    app.fake.add(MONDAY);
    app.clock.advance(3 * HOUR);
    const answer = await app.screen(symbol);
    assert.deepEqual(
      [answer.as_of, answer.market_data.date, answer.market_data.close],
      ['2026-03-03', '2026-03-02', 52],
    );
    assert.equal((await app.screen(`${symbol}?as_of=2026-02-27`)).market_data.close, 51);
  });

  test('a version made while the session is open is used neither for its date nor for its price', async (t) => {
    const midSession = versionOf('2026-03-02T16:00:00Z', '2026-03-02', 51.5, 51);
    const app = await makeListingApp(t, [THURSDAY, midSession]);
    app.clock.advance(5 * HOUR);
    const answer = await app.screen(symbol);
    assert.deepEqual([answer.market_data.date, answer.market_data.close], ['2026-02-26', 50]);
    app.fake.add(MONDAY);
    app.clock.advance(8 * HOUR);
    const evening = await app.screen(symbol);
    assert.deepEqual([evening.market_data.date, evening.market_data.close], ['2026-03-02', 52]);
  });

  test('a run that breaks off continues where it was', async (t) => {
    const app = await makeListingApp(t, [THURSDAY, FRIDAY]);
    app.fake.always('/nyse/', { kind: 'status', status: 500 });
    const first = await app.screen(symbol);
    assert.deepEqual(codes(first), ['market_cap', 'price_not_reached']);
    app.fake.always('/nyse/', null);
    app.clock.advance(10 * MINUTE);
    const asked = app.fake.requests.length;
    assert.equal((await app.screen(symbol)).market_data.close, 51);
    assert.ok(
      !app.fake.requests.slice(asked).some((path) => path.includes('/nasdaq/') && !path.includes('files')),
    );
  });
});

describe('a daily listing that misbehaves', () => {
  const row = (field: object) =>
    JSON.stringify([{ symbol: 'AAPL', lastsale: '$1.00', netchange: '0', ...field }]);
  const faults = {
    'a web page under 200': {
      kind: 'body',
      body: '<!DOCTYPE html><html>Rate limited</html>',
      type: 'text/html',
    },
    null: { kind: 'body', body: 'null' },
    'half a file': { kind: 'truncated' },
    'a renamed column': { kind: 'body', body: row({ market_cap: '' }) },
    'percentages for prices': { kind: 'body', body: row({ lastsale: '-0.6%', marketCap: '' }) },
    silence: { kind: 'silence' },
    'status 429': { kind: 'status', status: 429 },
    'status 500': { kind: 'status', status: 500 },
  } as const;
  for (const [what, behaviour] of Object.entries(faults)) {
    test(`${what}: the answer says that no price was reached, and the next one does not wait`, async (t) => {
      const app = await makeListingApp(t, [THURSDAY, FRIDAY]);
      app.fake.always('/files/', behaviour);
      const answer = await app.screen(symbol);
      assert.equal(answer.compliance, 'not_screenable');
      assert.deepEqual(codes(answer), ['market_cap', 'price_not_reached']);
      assert.ok(
        answer.methodologies.some(({ passed }) => passed),
        'checks without a price are decided',
      );
      assert.equal((await app.history(symbol)).snapshots.length, 0, 'a failure is no history');
      const asked = app.fake.requests.length;
      assert.deepEqual(codes(await app.screen(symbol)), codes(answer));
      assert.deepEqual(codes(await app.screen(symbol)), codes(answer));
      assert.equal(app.fake.requests.length, asked);
      app.fake.always('/files/', null);
      app.clock.advance(10 * MINUTE);
      assert.equal((await app.screen(symbol)).compliance, 'compliant');
    });
  }

  test('a slow one costs a call its limit, and is used once it is there', async (t) => {
    const app = await makeListingApp(t, [THURSDAY, FRIDAY], 50);
    app.fake.always('/commits', { kind: 'slow', ms: 300 });
    const answer = await app.screen(symbol);
    assert.deepEqual(codes(answer), ['market_cap', 'price_not_reached']);
    assert.match(answer.missing[1]?.message ?? '', /still being read/);
    await app.listing.read();
    assert.equal((await app.screen(symbol)).compliance, 'compliant');
  });

  test('one that is stale is used as long as its close is recent, and told; then it is none', async (t) => {
    const app = await makeListingApp(t, [THURSDAY, FRIDAY]);
    await app.screen(symbol);
    app.clock.advance(14 * DAY);
    const late = await app.screen(symbol);
    assert.equal(late.market_data.date, '2026-02-27');
    const told = late.approximations.find(({ id }) => id === 'price_not_reached');
    assert.match(
      told?.message ?? '',
      /stopped: its newest close is of 2026-02-27.*The close of 2026-02-27 is used/,
    );
    app.clock.advance(40 * DAY);
    assert.deepEqual(codes(await app.screen(symbol)), ['market_cap', 'price_not_reached']);
  });

  test('one whose session cannot be told is not used', async (t) => {
    const later = versionOf('2026-02-28T00:20:00Z', '2026-02-27', 51, 50);
    const app = await makeListingApp(t, [
      { ...later, madeAt: '2026-03-06T00:20:00Z', ...sessionOf('2026-03-04') },
    ]);
    app.clock.advance(4 * DAY);
    const answer = await app.screen(symbol);
    assert.deepEqual(codes(answer), ['market_cap', 'price_not_reached']);
    assert.match(answer.missing[1]?.message ?? '', /of 2026-03-04 or of 2026-03-05/);
  });

  test('an old version that is unreadable is passed over', async (t) => {
    const app = await makeListingApp(t, [{ ...THURSDAY, nasdaq: [null] }, FRIDAY]);
    const answer = await app.screen(symbol);
    assert.deepEqual([answer.market_data.date, answer.market_data.close], ['2026-02-27', 51]);
  });
});

function sessionOf(session: string) {
  const { nasdaq, nyse = [] } = versionOf('2026-03-06T00:20:00Z', session, 51, 50);
  return { nasdaq, nyse };
}
