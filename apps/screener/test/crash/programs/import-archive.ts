/** Imports the archive of argument 2 into the database of argument 1. The tests kill it, and start it again. */
import { importFacts } from '@sanad/screener/use-cases/import-facts';
import { SCREENED_TAGS } from '@sanad/screening/concepts/screened-tags';
import { openStore } from './open-store.ts';

const [, , url = '', archive = ''] = process.argv;
const { database, store } = await openStore(url);
const report = await importFacts(store, archive, {
  source: 'crash test',
  wantedTags: SCREENED_TAGS,
  onProgress: ({ done }) => process.stdout.write(`${done}\n`),
});
await database.close();
if (!report.ok) throw new Error(report.error.message);
