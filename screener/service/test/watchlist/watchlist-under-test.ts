import { openDatabase } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { ScreenerSchema } from '../../src/store/schema.ts';
import { createWatchlistStore } from '../../src/watchlist/watchlist.sql.ts';
import type { WatchlistStore } from '../../src/watchlist/watchlist.store.ts';

/** Watchlists in their own in-memory database. */
export async function openTestWatchlist(t: {
  after(work: () => Promise<void>): void;
}): Promise<WatchlistStore> {
  const database = await openDatabase<ScreenerSchema>({ url: 'sqlite::memory:' });
  t.after(() => database.close());
  await migrate(database, MIGRATIONS);
  return createWatchlistStore(database);
}
