import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { createMemoryRateStore } from '@screener/sources/sec-client/rate-store';
import { createSecClient } from '@screener/sources/sec-client/sec-client';
import { type FakeSec, startFakeSec } from '@screener/sources/testing/fake-sec';
import {
  annual,
  companyFacts,
  companyTickers,
  type Filing,
  fundTickers,
  LITTLE_DEBT,
  MARKET_CAP,
  NORTHWIND,
  submissions,
} from '@screener/sources/testing/synthetic-filer';
import { createSearch } from '../../src/search/search.ts';
import { createSecResponseStore } from '../../src/store/sec-stores.ts';
import { createLiveFacts } from '../../src/use-cases/live-facts.ts';
import { createPatientSec } from '../../src/use-cases/patient-sec.ts';
import type { ScreenDeps } from '../../src/use-cases/screen-ticker.ts';
import { type AppUnderTest, clockAt, type MakeApp, makeApp, type TestClock } from '../app-under-test.ts';
import { type Opened, PLACES } from '../store/open-store.ts';

export const TICKERS = '/files/company_tickers.json';
export const FUND_TICKERS = '/files/company_tickers_mf.json';
export const FACTS = '/api/xbrl/companyfacts/CIK0001999001.json';
export const SUBMISSIONS = '/submissions/CIK0001999001.json';
export const CIK = '0001999001';
/** As of 2026-03-02, the newer of them is the current report. */
export const REPORTS: readonly Filing[] = [
  annual('2024-12-31', LITTLE_DEBT),
  annual('2025-12-31', LITTLE_DEBT),
];

/** An application in live mode, a fake SEC that knows one filer, and a clock that only waiting moves. */
export interface LiveApp extends AppUnderTest {
  readonly sec: FakeSec;
  readonly clock: TestClock;
  readonly deps: ScreenDeps;
  /** Paths requested from the SEC, in order. */
  asked(): readonly string[];
}

export async function makeLiveApp(t: TestContext, place?: Opened, make: MakeApp = makeApp): Promise<LiveApp> {
  const { sec, clock, deps } = await makeLiveDeps(t, place ?? (await PLACES.sqliteInMemory(t)));
  // Without cached answers, so that each request goes all the way.
  const app = await make(t, deps, 0);
  return { ...app, sec, clock, deps, asked: () => sec.requests.map((request) => request.path) };
}

/** Everything of it but the application. */
export async function makeLiveDeps(t: TestContext, { database, store }: Opened) {
  const clock = clockAt('2026-03-02T12:00:00Z');
  const sec = await startFakeSec({
    clock,
    documents: [
      [TICKERS, companyTickers([NORTHWIND])],
      [FUND_TICKERS, fundTickers('MADE')],
      [FACTS, companyFacts(NORTHWIND, REPORTS)],
      [SUBMISSIONS, submissions(NORTHWIND, REPORTS)],
    ],
  });
  t.after(() => sec.close());
  const client = createSecClient({
    userAgent: 'Sanad Tests tests@example.com',
    store: createSecResponseStore(database),
    rateStore: createMemoryRateStore(clock),
    clock,
    sleep: async (ms) => clock.advance(Math.ceil(ms)),
    baseUrls: sec.baseUrls,
  });
  assert.ok(client.ok);
  const patient = createPatientSec(client.value, { store, clock });
  const live = createLiveFacts({ store, sec: patient, wantedTags: STORED_TAGS, clock });
  await saveQuote(store);
  const search = createSearch(store, clock);
  return {
    sec,
    clock,
    deps: { store, live, liveQuotes: null, options: { yieldBound: true }, clock, search },
  };
}

/** A price, without which only half of the checks could be decided. */
async function saveQuote(store: ScreenDeps['store']): Promise<void> {
  const { symbol } = NORTHWIND;
  const quote = { symbol, close: 50, currency: 'USD', marketCap: MARKET_CAP, source: 'the test' };
  const dates = ['2025-05-30', '2026-02-27', '2026-04-30'];
  await store.saveQuotes(new Map([[symbol, dates.map((date) => ({ ...quote, date }))]]));
}
