import { join } from 'node:path';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import { seedSnapshot } from '@screener/service/use-cases/seed-snapshot';
import { killAgainAndAgain } from './killed-rankings.ts';
import { withStore } from './programs/open-store.ts';

test('rankings rebuilt while the process is being killed, on PostgreSQL', async (t) => {
  const { url } = await startPostgres();
  await withStore(url, async ({ store }) => {
    unwrap(await seedSnapshot(store, join(REPOSITORY, 'screener/data/snapshot')));
  });
  await withTempDir((folder) => killAgainAndAgain(t, url, folder));
});
