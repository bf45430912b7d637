import { openDatabase } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import type { AppDeps } from '../../src/app.ts';
import { createRankingStore } from '../../src/rankings/rankings.sql.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { ScreenerSchema } from '../../src/store/schema.ts';

export const ADMIN_TOKEN = 'an-admin-token-for-tests';

/** Rankings in their own in-memory database. */
export async function openTestTasks(
  t: { after(work: () => Promise<void>): void },
  adminToken: string | null = ADMIN_TOKEN,
): Promise<AppDeps['tasks']> {
  const database = await openDatabase<ScreenerSchema>({ url: 'sqlite::memory:' });
  t.after(() => database.close());
  await migrate(database, MIGRATIONS);
  return { rankings: createRankingStore(database), adminToken };
}
