import { type Database, openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { MIGRATIONS } from '@screener/service/store/migrations';
import type { ScreenerSchema } from '@screener/service/store/schema';
import { createSqlStore } from '@screener/service/store/sql-store';
import type { ScreenerStore } from '@screener/service/store/store';

/** The screener's database and store, opened and migrated as by the service, but not filled. */
export async function openStore(
  url: string,
): Promise<{ readonly database: Database<ScreenerSchema>; readonly store: ScreenerStore }> {
  const database = await openDatabase<ScreenerSchema>({ url });
  await migrate(database, MIGRATIONS);
  return { database, store: createSqlStore(database) };
}

/** Opens the store for as long as `work` runs. */
export async function withStore<Value>(
  url: string,
  work: (opened: Awaited<ReturnType<typeof openStore>>) => Promise<Value>,
): Promise<Value> {
  const opened = await openStore(url);
  try {
    return await work(opened);
  } finally {
    await opened.database.close();
  }
}
