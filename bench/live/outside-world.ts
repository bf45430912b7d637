import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { addDays, type CalendarDate } from '@common/base/calendar';
import { REPOSITORY } from '@common/kit/repository';
import { DATING_NAMES } from '@screener/sources/prices/listing/date-listing';
import { lastFinishedSession, nextTradingDay } from '@screener/sources/prices/trading-days';
import {
  type FakeListing,
  type FakeVersion,
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
  submissions,
} from '@screener/sources/testing/synthetic-filer';

/** `given`: a file of ../shared, used where that folder is there; otherwise the company files made-up figures. */
interface Stock {
  readonly symbol: string;
  readonly cik: number;
  readonly sic: string;
  readonly cap: number;
  readonly given?: string;
}

export const STOCKS: readonly Stock[] = [
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

/** An SEC and a daily listing on this machine, up to today, and the settings that lead a service to them. */
export interface OutsideWorld extends AsyncDisposable {
  readonly sec: FakeSec;
  readonly listing: FakeListing;
  readonly env: Readonly<Record<string, string>>;
}

/** What the listing's chain of dates starts from: the newest closes of the snapshot. */
export interface KnownCloses {
  readonly session: CalendarDate;
  readonly closes: Readonly<Record<string, number>>;
}

/** `sessionsBehind`: how many sessions ago the listing stopped. */
export async function openOutsideWorld(known: KnownCloses, sessionsBehind = 0): Promise<OutsideWorld> {
  const now = Date.now();
  const sec = await startFakeSec({ documents: documents(addDays(lastFinishedSession(now), -75)) });
  const versions = versionsSince(known, lastFinishedSession(now));
  const listing = await startFakeListing(versions.slice(0, versions.length - sessionsBehind));
  return {
    sec,
    listing,
    env: {
      SEC_USER_AGENT: 'you@example.org',
      // The rest stands for the outside world.
      SEC_DATA_URL: sec.baseUrls.data,
      SEC_WWW_URL: sec.baseUrls.www,
      RATES_URL: 'http://127.0.0.1:9/eurofxref-hist.zip',
      LISTING_FILES_URL: listing.filesUrl,
      LISTING_COMMITS_URL: listing.commitsUrl,
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([sec.close(), listing.close()]);
    },
  };
}

function* documents(yearEnd: CalendarDate): Generator<readonly [string, Uint8Array]> {
  const rows = STOCKS.map(({ symbol, cik }) => ({ cik_str: cik, ticker: symbol, title: `${symbol} Inc.` }));
  yield ['/files/company_tickers.json', Buffer.from(JSON.stringify({ ...rows }))];
  yield ['/files/company_tickers_mf.json', fundTickers('MADE')];
  const reports = [annual(addDays(yearEnd, -365), LITTLE_DEBT), annual(yearEnd, LITTLE_DEBT)];
  for (const { symbol, cik, sic, given } of STOCKS) {
    const filer = { symbol, cik, name: `${symbol} Inc.` };
    const number = String(cik).padStart(10, '0');
    const file = join(REPOSITORY, '../shared/data/companyfacts', `${given ?? 'none'}.json.gz`);
    const facts = existsSync(file) ? gunzipSync(readFileSync(file)) : companyFacts(filer, reports);
    yield [`/api/xbrl/companyfacts/CIK${number}.json`, facts];
    yield [`/submissions/CIK${number}.json`, submissions(filer, reports, sic)];
  }
}

/** One for each session after the known closes, made on the evening of its session as the real one is. */
function versionsSince(known: KnownCloses, last: CalendarDate): readonly FakeVersion[] {
  const names = [...new Set([...DATING_NAMES, ...STOCKS.map(({ symbol }) => symbol)])];
  const caps = Object.fromEntries(STOCKS.map(({ symbol, cap }) => [symbol, cap]));
  const versions: FakeVersion[] = [];
  let before = { ...fakeCloses(names, known.session), ...known.closes };
  for (let session = nextTradingDay(known.session); session <= last; session = nextTradingDay(session)) {
    const closes = fakeCloses(names, session);
    const madeAt = new Date(Date.parse(`${session}T00:00:00Z`) + 24.5 * 3_600_000).toISOString();
    if (Date.parse(madeAt) <= Date.now()) {
      versions.push({ madeAt, nasdaq: fakeRows(closes, before, caps) });
    }
    before = { ...before, ...closes };
  }
  return versions;
}
