/** Backfills the history of all listings in the database given as argument 1, up to the date in argument 2. */
import { backfillHistory } from '@screener/service/use-cases/backfill-history';
import { openStore } from './open-store.ts';
import { TWO_THREADS } from './threads.ts';

const [, , url = '', until = ''] = process.argv;
const { database, store } = await openStore(url);
process.stdout.write('opened\n');
for await (const { symbol } of backfillHistory(store, { yieldBound: true }, until, TWO_THREADS)) {
  process.stdout.write(`done ${symbol}\n`);
}
await database.close();
