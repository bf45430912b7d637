import { randomBytes } from 'node:crypto';
import { fail, ok, type Result } from '@common/base/result';
import type { Fetch } from '@common/kit/http/bounded-get';
import type { Database } from '@common/kit/sql/database';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { createEodhd } from '@screener/sources/prices/eodhd';
import { createDailyListing } from '@screener/sources/prices/listing/daily-listing';
import { type MarketData, marketDataFromDaily } from '@screener/sources/prices/market-data';
import { createMassive } from '@screener/sources/prices/massive';
import { createTiingo } from '@screener/sources/prices/tiingo';
import { createSecClient, type SecClient } from '@screener/sources/sec-client/sec-client';
import type { ScreenerSettings } from './config.ts';
import { createListingStore } from './listing/listing.sql.ts';
import { createLiveListing, type LiveListing } from './listing/live-listing.ts';
import { createLiveRates, type LiveRates } from './rates/live-rates.ts';
import { createIndexStore } from './refresh/index.sql.ts';
import { isCovered, type RefreshDeps } from './refresh/refresh-facts.ts';
import type { ScreenerSchema } from './store/schema.ts';
import { createSecResponseStore, createSharedSecRateStore } from './store/sec-stores.ts';
import type { ScreenerStore } from './store/store.ts';
import { createLiveFacts, type LiveFacts } from './use-cases/live-facts.ts';
import { createLiveQuotes, type LiveQuotes } from './use-cases/live-quotes.ts';
import { createPatientSec } from './use-cases/patient-sec.ts';

/** What keeps the stored facts and prices current, besides fetching on demand. */
export interface Current {
  readonly refresh: RefreshDeps;
  /** Null if prices come from elsewhere. */
  readonly listing: LiveListing | null;
  readonly rates: LiveRates;
}

interface Live {
  /** Null if live mode is off. */
  readonly facts: LiveFacts | null;
  /** Null if no source of prices is used. */
  readonly quotes: LiveQuotes | null;
  readonly current: Current | null;
  /** Aborts the requests that are still under way. */
  end(): void;
}

interface LiveParts {
  readonly database: Database<ScreenerSchema>;
  readonly store: ScreenerStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/**
 * Opens the outside sources: the SEC, if the operator is named, and one source of prices. Sends no request
 * yet.
 */
export function openLive(
  settings: ScreenerSettings,
  { database, store, clock }: LiveParts,
): Result<Live, 'unusable_settings'> {
  const ending = new AbortController();
  const endable: Fetch = (url, init) =>
    fetch(url, { ...init, signal: AbortSignal.any([ending.signal, ...(init.signal ? [init.signal] : [])]) });
  const end = () => ending.abort();
  const sec = secOf(settings, database, clock, endable);
  if (!sec.ok) return sec;
  const provider = providerOf(settings);
  if (!provider.ok) return provider;
  const quotes = provider.value === null ? null : createLiveQuotes({ store, market: provider.value, clock });
  if (sec.value === null) return ok({ facts: null, quotes, current: null, end });
  const patient = createPatientSec(sec.value, { store, clock });
  const indexStore = createIndexStore(database);
  const facts = createLiveFacts({
    store,
    sec: patient,
    wantedTags: STORED_TAGS,
    clock,
    isCovered: (cik, checkedAt) => isCovered({ indexStore, clock }, cik, checkedAt),
  });
  const { config } = settings;
  const listing =
    config.MARKET_PROVIDER === 'listing'
      ? createLiveListing({
          listing: createDailyListing({
            filesUrl: config.LISTING_FILES_URL,
            commitsUrl: config.LISTING_COMMITS_URL,
            fetch: endable,
          }),
          listingStore: createListingStore(database),
          store,
          clock,
          ending: ending.signal,
        })
      : null;
  const rates = createLiveRates({
    store,
    clock,
    url: config.RATES_URL,
    fetch: endable,
    ending: ending.signal,
  });
  const refresh = { indexStore, sec: patient, live: facts, clock, randomBytes };
  return ok({ facts, quotes: listing ?? quotes, current: { refresh, listing, rates }, end });
}

/** Creates the client of the SEC; null if live mode is off. */
function secOf(
  { config }: ScreenerSettings,
  database: Database<ScreenerSchema>,
  clock: () => number,
  endable: Fetch,
): Result<SecClient | null, 'unusable_settings'> {
  if (config.SEC_USER_AGENT === undefined || !config.LIVE_MODE) return ok(null);
  const sec = createSecClient({
    userAgent: config.SEC_USER_AGENT,
    store: createSecResponseStore(database),
    rateStore: createSharedSecRateStore(database),
    clock,
    fetch: endable,
    baseUrls: { data: config.SEC_DATA_URL, www: config.SEC_WWW_URL },
  });
  return sec.ok ? sec : fail('unusable_settings', `SEC_USER_AGENT: ${sec.error.message}`);
}

/** Creates the source of prices that needs a key; null if none is set. */
function providerOf({
  config,
  secrets,
}: Pick<ScreenerSettings, 'config' | 'secrets'>): Result<MarketData | null, 'unusable_settings'> {
  const { MARKET_PROVIDER: provider } = config;
  if (provider === 'none' || provider === 'listing') return ok(null);
  const token = secrets.MARKET_API_TOKEN;
  if (token === undefined)
    return fail('unusable_settings', `MARKET_PROVIDER=${provider} needs MARKET_API_TOKEN.`);
  if (provider === 'tiingo') return ok(createTiingo({ token }));
  const daily = provider === 'eodhd' ? createEodhd({ token }) : createMassive({ token });
  return ok(marketDataFromDaily({ daily }));
}
