/** One of several processes that import at once: the plan on standard input, into the database of argument 1. */
import { text } from 'node:stream/consumers';
import { openDatabase } from '@common/kit/sql/database';
import type { ScreenerSchema } from '../../../src/store/schema.ts';
import { createSqlStore } from '../../../src/store/sql-store.ts';
import { importBatches } from '../import-batches.ts';

const [, , url = ''] = process.argv;
const database = await openDatabase<ScreenerSchema>({ url, sqlite: { synchronous: 'normal' } });
await importBatches(createSqlStore(database), JSON.parse(await text(process.stdin)));
await database.close();
