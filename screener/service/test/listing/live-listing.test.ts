import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type CalendarDate, dateOfInstant } from '@common/base/calendar';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { size } from '@common/kit/testing/size';
import { DATING_NAMES } from '@screener/sources/prices/listing/date-listing';
import { nextTradingDay } from '@screener/sources/prices/trading-days';
import {
  type FakeListing,
  fakeCloses,
  fakeRows,
  startFakeListing,
} from '@screener/sources/testing/fake-listing';
import { type FakeSec, startFakeSec } from '@screener/sources/testing/fake-sec';
import {
  annual,
  companyFacts,
  fundTickers,
  LITTLE_DEBT,
  MARKET_CAP,
  NORTHWIND,
  submissions,
} from '@screener/sources/testing/synthetic-filer';
import { readScreenerConfig } from '../../src/config.ts';
import { openScreener } from '../../src/open-screener.ts';
import { copySeeded } from '../../src/testing/open-seeded.ts';
import type { WordedAnswer } from '../../src/use-cases/screen-ticker.ts';
import { DAY, HOUR, MINUTE, makeApp } from '../app-under-test.ts';
import { makeListingApp, versionOf } from './listing-app.ts';

describe('closes that come each day', () => {
  const { symbol } = NORTHWIND;
  const THURSDAY = versionOf('2026-02-27T00:20:00Z', '2026-02-26', 50, 49);
  const FRIDAY = versionOf('2026-02-28T00:20:00Z', '2026-02-27', 51, 50);
  const MONDAY = versionOf('2026-03-03T00:20:00Z', '2026-03-02', 52, 51);

  function price({ market_data: { close, date, source, value } }: WordedAnswer) {
    return { close, date, source, value };
  }
  const ids = ({ approximations }: WordedAnswer) => approximations.map(({ id }) => id);
  const codes = ({ missing }: WordedAnswer) => missing.map(({ code }) => code);

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
    // One of each kind of refusal that daily-listing.test.ts shows.
    const faults = {
      'a renamed column': { kind: 'body', body: row({ market_cap: '' }) },
      'percentages for prices': { kind: 'body', body: row({ lastsale: '-0.6%', marketCap: '' }) },
      silence: { kind: 'silence' },
      'status 429': { kind: 'status', status: 429 },
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
      assert.match(answer.missing[1]?.message ?? '', /of 2026-03-04 or 2026-03-05/);
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
});

describe('ten tickers', () => {
  /** The SEC's numbers and industries of ten popular stocks; `given`: a real file, where the folder of them is there. */
  const STOCKS: readonly { symbol: string; cik: number; sic: string; cap: number; given?: string }[] = [
    { symbol: 'AAPL', cik: 320_193, sic: '3571', cap: 3.4e12, given: 'CIK0000320193_AAPL_filed-2026-01-30' },
    { symbol: 'MSFT', cik: 789_019, sic: '7372', cap: 3.8e12, given: 'CIK0000789019_MSFT_filed-2026-01-28' },
    {
      symbol: 'NVDA',
      cik: 1_045_810,
      sic: '3674',
      cap: 4.3e12,
      given: 'CIK0001045810_NVDA_filed-2026-06-17',
    },
    { symbol: 'TSLA', cik: 1_318_605, sic: '3711', cap: MARKET_CAP },
    { symbol: 'AMZN', cik: 1_018_724, sic: '5961', cap: MARKET_CAP },
    { symbol: 'META', cik: 1_326_801, sic: '7370', cap: MARKET_CAP },
    { symbol: 'JPM', cik: 19_617, sic: '6021', cap: MARKET_CAP },
    { symbol: 'KO', cik: 21_344, sic: '2080', cap: MARKET_CAP },
    { symbol: 'LLY', cik: 59_478, sic: '2834', cap: MARKET_CAP },
    { symbol: 'PLTR', cik: 1_321_655, sic: '7372', cap: MARKET_CAP },
  ];
  const GIVEN = join(REPOSITORY, '../shared/data/companyfacts');
  /** One in so many is asked for. */
  const ASKED_EACH = size({ quick: 3, full: 1 });
  const SYMBOLS = STOCKS.map(({ symbol }) => symbol);

  test('ten popular stocks are answered as of today, price included, from one setting', async (t) => {
    await withTempDir(async (directory) => {
      const sec = await startSec(t);
      const listing = await startFakeListing();
      t.after(() => listing.close());
      let now = Date.parse('2030-01-01T00:00:00Z');
      const settings = readScreenerConfig(
        {
          SEC_USER_AGENT: 'you@example.org',
          // The rest stands for the outside world.
          DATABASE_URL: `sqlite:${join(directory, 'store.sqlite')}`,
          SEC_DATA_URL: sec.baseUrls.data,
          SEC_WWW_URL: sec.baseUrls.www,
          RATES_URL: 'http://127.0.0.1:9/eurofxref-hist.zip',
          LISTING_FILES_URL: listing.filesUrl,
          LISTING_COMMITS_URL: listing.commitsUrl,
        },
        REPOSITORY,
      );
      assert.ok(settings.ok);
      await copySeeded(join(directory, 'store.sqlite'));
      const screener = await openScreener(settings.value, () => now);
      assert.ok(screener.ok);
      t.after(() => screener.value.close());
      const { deps, current } = screener.value;
      const closes = await Promise.all(DATING_NAMES.map((name) => deps.store.quotes(name)));
      const anchor = closes
        .flatMap((series) => series.map(({ date }) => date))
        .sort()
        .at(-1);
      assert.ok(anchor !== undefined);
      const sessions = [nextTradingDay(anchor), nextTradingDay(nextTradingDay(anchor))] as const;
      const known = Object.fromEntries(
        closes.flatMap((series) => {
          const newest = series.at(-1);
          return newest?.date === anchor ? [[newest.symbol, newest.close] as const] : [];
        }),
      );
      addVersions(listing, known, sessions);
      // The morning after the second session.
      now = Date.parse(`${sessions[1]}T00:00:00Z`) + 36 * 3_600_000;
      const today = dateOfInstant(now);
      const app = await makeApp(t, deps);
      for (const { symbol, given } of STOCKS.filter((_, index) => index % ASKED_EACH === 0)) {
        const answer = await app.screen(symbol);
        assert.deepEqual([answer.as_of, answer.data_source], [today, 'sec_live'], symbol);
        assert.deepEqual(
          [answer.market_data.date, answer.market_data.close],
          [sessions[1], Number(closesOf(sessions[1])[symbol]?.toFixed(2))],
          symbol,
        );
        const told = [
          ...answer.missing.map(({ code }) => code),
          ...answer.approximations.map(({ id }) => id),
        ];
        assert.ok(told.includes('price_provisional'), symbol);
        assert.ok(!told.some((id) => id.endsWith('_not_reached')), `${symbol}: ${told}`);
        assert.ok(!answer.missing.some(({ code }) => code === 'market_cap'), symbol);
        if (given === undefined) assert.notEqual(answer.compliance, 'not_screenable', symbol);
        assert.notEqual(answer.anchor, null, symbol);
      }
      assert.equal((await app.screen('JPM')).compliance, 'non_compliant');
      assert.equal((await app.screen('LLY')).compliance, 'compliant');
      assert.equal((await current?.listing?.state())?.latest, sessions[1]);
      // One answer of the SEC for each document, and nothing for a company that was just asked for.
      const paths = sec.requests.map(({ path }) => path);
      assert.equal(new Set(paths).size, paths.length);
    });
  });

  async function startSec(t: TestContext): Promise<FakeSec> {
    const sec = await startFakeSec();
    t.after(() => sec.close());
    const rows = STOCKS.map(({ symbol, cik }) => ({ cik_str: cik, ticker: symbol, title: `${symbol} Inc.` }));
    sec.put('/files/company_tickers.json', Buffer.from(JSON.stringify({ ...rows })));
    sec.put('/files/company_tickers_mf.json', fundTickers('MADE'));
    const reports = [annual('2024-12-31', LITTLE_DEBT), annual('2025-12-31', LITTLE_DEBT)];
    for (const { symbol, cik, sic, given } of STOCKS) {
      const filer = { symbol, cik, name: `${symbol} Inc.` };
      const number = String(cik).padStart(10, '0');
      const file = join(GIVEN, `${given ?? 'none'}.json.gz`);
      const facts = existsSync(file) ? gunzipSync(await readFile(file)) : companyFacts(filer, reports);
      sec.put(`/api/xbrl/companyfacts/CIK${number}.json`, facts);
      sec.put(`/submissions/CIK${number}.json`, submissions(filer, reports, sic));
    }
    return sec;
  }

  function closesOf(session: CalendarDate): Readonly<Record<string, number>> {
    return fakeCloses([...new Set([...DATING_NAMES, ...SYMBOLS])], session);
  }

  function addVersions(
    listing: FakeListing,
    anchor: Readonly<Record<string, number>>,
    [first, second]: readonly [CalendarDate, CalendarDate],
  ): void {
    const caps = Object.fromEntries(STOCKS.map(({ symbol, cap }) => [symbol, cap]));
    const before = { ...closesOf(first), ...anchor };
    const madeAt = (session: CalendarDate) =>
      new Date(Date.parse(`${session}T00:00:00Z`) + 24.5 * 3_600_000).toISOString();
    listing.add({ madeAt: madeAt(first), nasdaq: fakeRows(closesOf(first), before, caps) });
    listing.add({ madeAt: madeAt(second), nasdaq: fakeRows(closesOf(second), closesOf(first), caps) });
  }
});
