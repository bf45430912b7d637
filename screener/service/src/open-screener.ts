import { fail, ok, type Result } from '@common/base/result';
import { postgresOptions } from '@common/kit/service/settings';
import type { Database } from '@common/kit/sql/database';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { indexList } from '@screener/engine/overlays/official-list';
import type { ScreenerSettings } from './config.ts';
import { type Current, openLive } from './open-live.ts';
import { readListFolder } from './overlays/list-files.adapter.ts';
import type { OverlayDeps } from './overlays/read-overlays.ts';
import { createRankingStore } from './rankings/rankings.sql.ts';
import type { RankingStore } from './rankings/rankings.store.ts';
import { readNames } from './search/name-files.adapter.ts';
import { createSearch, type Search } from './search/search.ts';
import { type AlertFaults, NO_FAULTS } from './store/faults.store.ts';
import { MIGRATIONS } from './store/migrations.ts';
import { withMonthEnds } from './store/month-end-closes.ts';
import type { ScreenerSchema } from './store/schema.ts';
import { createSqlStore } from './store/sql-store.ts';
import { createFundMemo } from './use-cases/fund-memo.ts';
import { openMonthEnds } from './use-cases/read-snapshot.ts';
import type { ScreenDeps } from './use-cases/screen-ticker.ts';
import { seedSnapshot } from './use-cases/seed-snapshot.ts';

export interface Screener {
  readonly deps: ScreenDeps & OverlayDeps & { readonly search: Search };
  readonly rankings: RankingStore;
  /** What keeps the store current; null if live mode is off. */
  readonly current: Current | null;
  readonly database: Database<ScreenerSchema>;
  close(): Promise<void>;
}

/** Opens the store, brings its schema and its snapshot up to date, and assembles what the use cases need. */
export async function openScreener(
  settings: ScreenerSettings,
  clock: () => number,
  faults: AlertFaults = NO_FAULTS,
): Promise<Result<Screener, 'unusable_settings'>> {
  const { config, secrets } = settings;
  const lists = await readListFolder(config.LISTS_DIR);
  if (!lists.ok) return fail('unusable_settings', lists.error.message);
  const names = await readNames(config.NAMES_DIR, config.SNAPSHOT_DIR);
  if (!names.ok) return fail('unusable_settings', names.error.message);
  const opened = await openMigrated<ScreenerSchema>(
    'DATABASE_URL',
    secrets.DATABASE_URL,
    MIGRATIONS,
    postgresOptions(config, 'screener'),
  );
  if (!opened.ok) return opened;
  const database = opened.value;
  const stored = createSqlStore(database, faults);
  const store = withMonthEnds(
    stored,
    lazily(() => openMonthEnds(config.SNAPSHOT_DIR)),
  );
  const seeded = await seedSnapshot(stored, config.SNAPSHOT_DIR);
  if (!seeded.ok) {
    await database.close();
    return fail('unusable_settings', seeded.error.message);
  }
  const live = openLive(settings, { database, store, clock });
  if (!live.ok) {
    await database.close();
    return live;
  }
  const { facts, quotes, current, end } = live.value;
  return ok({
    deps: {
      store,
      live: facts,
      liveQuotes: quotes,
      liveRates: current?.rates ?? null,
      options: { yieldBound: config.INTEREST_YIELD_BOUND },
      lists: lists.value.map(indexList),
      clock,
      fundMemo: createFundMemo(),
      search: createSearch(store, clock, names.value),
    },
    rankings: createRankingStore(database),
    current,
    database,
    async close() {
      end();
      await database.close();
    },
  });
}

/** Runs once, when it is first asked for. */
function lazily<Value>(open: () => Promise<Value>): () => Promise<Value> {
  let opened: Promise<Value> | null = null;
  return () => {
    opened ??= open();
    return opened;
  };
}
