/** The process that `bench/import.ts` measures: imports archive (argument 2) into database (argument 1) with threads (3). */
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { MIGRATIONS } from '@screener/service/store/migrations';
import type { ScreenerSchema } from '@screener/service/store/schema';
import { createSqlStore } from '@screener/service/store/sql-store';
import { importFacts } from '@screener/service/use-cases/import-facts';
import { measured, threadsOf } from './threads.ts';

const [, , url = '', archive = '', count = ''] = process.argv;
const database = await openDatabase<ScreenerSchema>({ url });
await migrate(database, MIGRATIONS);
await measured(async () => {
  const report = await importFacts(createSqlStore(database), archive, {
    source: 'bench',
    wantedTags: STORED_TAGS,
    onProgress: () => {},
    threads: threadsOf(count),
  });
  if (!report.ok) throw new Error(report.error.message);
  return report.value.counts.imported;
});
await database.close();
