/** Imports the archive given as argument 2 into the database in argument 1. The tests kill and restart it. */

import { STORED_TAGS } from '@screener/engine/stored-tags';
import { importFacts } from '@screener/service/use-cases/import-facts';
import { openStore } from './open-store.ts';
import { TWO_THREADS } from './threads.ts';

const [, , url = '', archive = ''] = process.argv;
const { database, store } = await openStore(url);
const report = await importFacts(store, archive, {
  source: 'crash test',
  wantedTags: STORED_TAGS,
  threads: TWO_THREADS,
  onProgress: ({ done }) => process.stdout.write(`${done}\n`),
});
await database.close();
if (!report.ok) throw new Error(report.error.message);
