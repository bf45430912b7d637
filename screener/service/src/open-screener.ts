import { fail, ok, type Result } from '@common/base/result';
import type { Database } from '@common/kit/sql';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { createSecClient } from '@screener/edgar/sec-client/sec-client';
import { SCREENED_TAGS } from '@screener/engine/concepts/screened-tags';
import { indexList } from '@screener/engine/overlays/official-list';
import { createEodhd } from '@screener/market/eodhd';
import { type MarketData, marketDataFromDaily } from '@screener/market/market-data';
import { createMassive } from '@screener/market/massive';
import { createTiingo } from '@screener/market/tiingo';
import type { ScreenerSettings } from './config.ts';
import { readListFolder } from './overlays/list-files.adapter.ts';
import type { OverlayDeps } from './overlays/read-overlays.ts';
import { createRankingStore } from './rankings/rankings.sql.ts';
import type { RankingStore } from './rankings/rankings.store.ts';
import { MIGRATIONS } from './store/migrations.ts';
import type { ScreenerSchema } from './store/schema.ts';
import { createSecResponseStore, createSharedSecRateStore } from './store/sec-stores.ts';
import { createSqlStore } from './store/sql-store.ts';
import { createFundMemo } from './use-cases/fund-memo.ts';
import { createLiveFacts, type LiveFacts } from './use-cases/live-facts.ts';
import { createLiveQuotes } from './use-cases/live-quotes.ts';
import type { ScreenDeps } from './use-cases/screen-ticker.ts';
import { seedSnapshot } from './use-cases/seed-snapshot.ts';

export interface Screener {
  readonly deps: ScreenDeps & OverlayDeps;
  readonly rankings: RankingStore;
  readonly database: Database<ScreenerSchema>;
  close(): Promise<void>;
}

/** Opens the store, brings its schema and its snapshot up to date, and assembles what the use cases need. */
export async function openScreener(
  settings: ScreenerSettings,
  clock: () => number,
): Promise<Result<Screener, 'unusable_settings'>> {
  const { config, secrets } = settings;
  const lists = await readListFolder(config.LISTS_DIR);
  if (!lists.ok) return fail('unusable_settings', lists.error.message);
  const opened = await openMigrated<ScreenerSchema>('DATABASE_URL', secrets.DATABASE_URL, MIGRATIONS);
  if (!opened.ok) return opened;
  const database = opened.value;
  const store = createSqlStore(database);
  const seeded = await seedSnapshot(store, config.SNAPSHOT_DIR);
  if (!seeded.ok) {
    await database.close();
    return fail('unusable_settings', seeded.error.message);
  }
  const live = createLive(settings, database, clock);
  if (!live.ok) {
    await database.close();
    return live;
  }
  const market = marketOf(settings);
  if (!market.ok) {
    await database.close();
    return market;
  }
  const liveQuotes = market.value === null ? null : createLiveQuotes({ store, market: market.value });
  return ok({
    deps: {
      store,
      live: live.value,
      liveQuotes,
      options: { yieldBound: config.INTEREST_YIELD_BOUND },
      lists: lists.value.map(indexList),
      clock,
      fundMemo: createFundMemo(),
    },
    rankings: createRankingStore(database),
    database,
    close: () => database.close(),
  });
}

function createLive(
  { config }: ScreenerSettings,
  database: Database<ScreenerSchema>,
  clock: () => number,
): Result<LiveFacts | null, 'unusable_settings'> {
  if (config.SEC_USER_AGENT === undefined || !config.LIVE_MODE) return ok(null);
  const sec = createSecClient({
    userAgent: config.SEC_USER_AGENT,
    store: createSecResponseStore(database),
    rateStore: createSharedSecRateStore(database),
    clock,
    baseUrls: { data: config.SEC_DATA_URL, www: config.SEC_WWW_URL },
  });
  if (!sec.ok) return fail('unusable_settings', `SEC_USER_AGENT: ${sec.error.message}`);
  const store = createSqlStore(database);
  return ok(createLiveFacts({ store, sec: sec.value, wantedTags: SCREENED_TAGS, clock }));
}

function marketOf({ config, secrets }: ScreenerSettings): Result<MarketData | null, 'unusable_settings'> {
  const { MARKET_PROVIDER: provider } = config;
  if (provider === 'none') return ok(null);
  const token = secrets.MARKET_API_TOKEN;
  if (token === undefined)
    return fail('unusable_settings', `MARKET_PROVIDER=${provider} needs MARKET_API_TOKEN.`);
  if (provider === 'tiingo') return ok(createTiingo({ token }));
  const daily = provider === 'eodhd' ? createEodhd({ token }) : createMassive({ token });
  return ok(marketDataFromDaily({ daily }));
}
