import type { TestContext } from 'node:test';
import type { CalendarDate } from '@common/base/calendar';
import type { MarketQuote } from '@screener/engine/facts';
import { EXCHANGE_SCREENER_SOURCE } from '@screener/sources/prices/exchange-screener-csv';
import { createDailyListing } from '@screener/sources/prices/listing/daily-listing';
import { DATING_NAMES } from '@screener/sources/prices/listing/date-listing';
import { previousTradingDay } from '@screener/sources/prices/trading-days';
import {
  type FakeListing,
  type FakeVersion,
  fakeCloses,
  fakeRows,
  startFakeListing,
} from '@screener/sources/testing/fake-listing';
import { MARKET_CAP, NORTHWIND } from '@screener/sources/testing/synthetic-filer';
import { createListingStore } from '../../src/listing/listing.sql.ts';
import { createLiveListing, type LiveListing } from '../../src/listing/live-listing.ts';
import { type AppUnderTest, makeApp, type TestClock } from '../app-under-test.ts';
import { makeLiveDeps } from '../live/live-app.ts';
import { PLACES } from '../store/open-store.ts';

const { symbol } = NORTHWIND;

/** The snapshot's newest closes in these tests. */
const ANCHOR = '2026-02-25';

interface ListingApp extends AppUnderTest {
  readonly clock: TestClock;
  readonly fake: FakeListing;
  readonly listing: LiveListing;
  /** Another process on the same store. */
  again(): LiveListing;
}

/** Live mode with the daily listing, on 2026-03-02 (a Monday) at noon in UTC: the last session was that of 02-27. */
export async function makeListingApp(
  t: TestContext,
  versions: readonly FakeVersion[],
  waitMs = 60_000,
): Promise<ListingApp> {
  const place = await PLACES.sqliteInMemory(t);
  const live = await makeLiveDeps(t, place);
  const { store } = place;
  await store.saveQuotes(new Map([[symbol, []]]));
  await store.saveQuotes(anchorQuotes());
  const fake = await startFakeListing(versions);
  t.after(() => fake.close());
  const ending = new AbortController();
  t.after(() => ending.abort());
  const open = () =>
    createLiveListing({
      listing: createDailyListing({
        filesUrl: fake.filesUrl,
        commitsUrl: fake.commitsUrl,
        limits: { idleTimeoutMs: 500 },
      }),
      listingStore: createListingStore(place.database),
      store,
      clock: live.clock,
      ending: ending.signal,
      waitMs,
    });
  const listing = open();
  const app = await makeApp(t, { ...live.deps, liveQuotes: listing }, 0);
  return { ...app, clock: live.clock, fake, listing, again: open };
}

/** The closes that a daily listing is dated by, as the snapshot has them. */
function anchorQuotes(): ReadonlyMap<string, readonly MarketQuote[]> {
  const closes = Object.entries(fakeCloses(DATING_NAMES, ANCHOR));
  return new Map(
    closes.map(([name, close]) => [
      name,
      [
        {
          symbol: name,
          date: ANCHOR,
          close: cents(close),
          currency: 'USD',
          marketCap: null,
          source: EXCHANGE_SCREENER_SOURCE,
        },
      ],
    ]),
  );
}

/** A listing that holds `session` (and Northwind at `close`), made at `madeAt`. */
export function versionOf(madeAt: string, session: CalendarDate, close: number, before: number): FakeVersion {
  return {
    madeAt,
    nasdaq: fakeRows(
      fakeCloses(DATING_NAMES, session),
      fakeCloses(DATING_NAMES, previousTradingDay(session)),
    ),
    nyse: fakeRows({ [symbol]: close }, { [symbol]: before }, { [symbol]: MARKET_CAP }),
  };
}

function cents(price: number): number {
  return Number(price.toFixed(2));
}
