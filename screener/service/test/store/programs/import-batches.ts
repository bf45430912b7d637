/**
 * One of several processes that import at once: writes every batch of the plan on standard input, in its own order, to
 * the database named there.
 */
import { text } from 'node:stream/consumers';
import { openDatabase } from '@common/kit/sql/database';
import type { ScreenerSchema } from '../../../src/store/schema.ts';
import { createSqlStore } from '../../../src/store/sql-store.ts';
import { company, entry } from '../records.ts';

export interface ImportPlan {
  readonly url: string;
  readonly source: string;
  readonly ciks: readonly string[];
  /** One batch each. */
  readonly years: readonly string[];
}

const plan: ImportPlan = JSON.parse(await text(process.stdin));
const database = await openDatabase<ScreenerSchema>({
  url: plan.url,
  sqlite: { synchronous: 'normal' },
});
const store = createSqlStore(database);
for (const through of plan.years) {
  await store.saveImportBatch(
    plan.source,
    plan.ciks.map((cik) => entry(`${through} ${cik}`, company(cik, `${cik} ${through}`, through))),
  );
}
await database.close();
