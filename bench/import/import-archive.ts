/** The process whose memory `bench/import.ts` measures: imports archive (argument 2) into database (argument 1). */
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { MIGRATIONS } from '@screener/service/store/migrations';
import type { ScreenerSchema } from '@screener/service/store/schema';
import { createSqlStore } from '@screener/service/store/sql-store';
import { importFacts } from '@screener/service/use-cases/import-facts';

const [, , url = '', archive = ''] = process.argv;
const database = await openDatabase<ScreenerSchema>({ url });
await migrate(database, MIGRATIONS);
const start = performance.now();
const report = await importFacts(createSqlStore(database), archive, {
  source: 'bench',
  wantedTags: STORED_TAGS,
  onProgress: () => {},
});
const seconds = (performance.now() - start) / 1_000;
await database.close();
if (!report.ok) throw new Error(report.error.message);
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    imported: report.value.counts.imported,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    // Kilobytes on every system.
    peakBytes: process.resourceUsage().maxRSS * 1_024,
  }),
);
