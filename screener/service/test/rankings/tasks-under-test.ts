import type { AppDeps } from '../../src/app.ts';
import { createRankingStore } from '../../src/rankings/rankings.sql.ts';
import { type Ends, openTestDatabase } from '../access/access-under-test.ts';

export const ADMIN_TOKEN = 'an-admin-token-for-tests';

/** Rankings in their own in-memory database. */
export async function openTestTasks(
  t: Ends,
  adminToken: string | null = ADMIN_TOKEN,
): Promise<AppDeps['tasks']> {
  return { rankings: createRankingStore(await openTestDatabase(t)), adminToken };
}
