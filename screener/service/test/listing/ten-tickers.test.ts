import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type CalendarDate, dateOfInstant } from '@common/base/calendar';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { type FakeSec, startFakeSec } from '@screener/edgar/testing/fake-sec';
import {
  annual,
  companyFacts,
  fundTickers,
  LITTLE_DEBT,
  MARKET_CAP,
  submissions,
} from '@screener/edgar/testing/synthetic-filer';
import { DATING_NAMES } from '@screener/market/listing/date-listing';
import {
  type FakeListing,
  fakeCloses,
  fakeRows,
  startFakeListing,
} from '@screener/market/testing/fake-listing';
import { nextTradingDay } from '@screener/market/trading-days';
import { readScreenerConfig } from '../../src/config.ts';
import { openScreener } from '../../src/open-screener.ts';
import { makeApp } from '../app-under-test.ts';

/** The SEC's numbers and industries of ten popular stocks; `given`: a real file, where the folder of them is there. */
const STOCKS: readonly { symbol: string; cik: number; sic: string; cap: number; given?: string }[] = [
  { symbol: 'AAPL', cik: 320_193, sic: '3571', cap: 3.4e12, given: 'CIK0000320193_AAPL_filed-2026-01-30' },
  { symbol: 'MSFT', cik: 789_019, sic: '7372', cap: 3.8e12, given: 'CIK0000789019_MSFT_filed-2026-01-28' },
  { symbol: 'NVDA', cik: 1_045_810, sic: '3674', cap: 4.3e12, given: 'CIK0001045810_NVDA_filed-2026-06-17' },
  { symbol: 'TSLA', cik: 1_318_605, sic: '3711', cap: MARKET_CAP },
  { symbol: 'AMZN', cik: 1_018_724, sic: '5961', cap: MARKET_CAP },
  { symbol: 'META', cik: 1_326_801, sic: '7370', cap: MARKET_CAP },
  { symbol: 'JPM', cik: 19_617, sic: '6021', cap: MARKET_CAP },
  { symbol: 'KO', cik: 21_344, sic: '2080', cap: MARKET_CAP },
  { symbol: 'LLY', cik: 59_478, sic: '2834', cap: MARKET_CAP },
  { symbol: 'PLTR', cik: 1_321_655, sic: '7372', cap: MARKET_CAP },
];
const GIVEN = join(REPOSITORY, '../shared/data/companyfacts');
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
        LISTING_FILES_URL: listing.filesUrl,
        LISTING_COMMITS_URL: listing.commitsUrl,
      },
      REPOSITORY,
    );
    assert.ok(settings.ok);
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
    for (const { symbol, given } of STOCKS) {
      const answer = await app.screen(symbol);
      assert.deepEqual([answer.as_of, answer.data_source], [today, 'sec_live'], symbol);
      assert.deepEqual(
        [answer.market_data.date, answer.market_data.close],
        [sessions[1], Number(closesOf(sessions[1])[symbol]?.toFixed(2))],
        symbol,
      );
      const told = [...answer.missing.map(({ code }) => code), ...answer.approximations.map(({ id }) => id)];
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
