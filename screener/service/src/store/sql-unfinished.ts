import { type Database, write } from '@common/kit/sql/database';
import { upsert } from '@common/kit/sql/portable';
import type { ScreenerSchema } from './schema.ts';
import type { ScreenerStore } from './store.ts';

/** No answer depends on how far work has come, so nothing here raises the generation. */
export function unfinishedOperations(
  database: Database<ScreenerSchema>,
): Pick<ScreenerStore, 'unfinished' | 'saveUnfinished' | 'forgetUnfinished'> {
  return {
    async unfinished(name, inputs) {
      const row = await database.db
        .selectFrom('unfinished_work')
        .select('state')
        .where('name', '=', name)
        .where('inputs', '=', inputs)
        .executeTakeFirst();
      return row?.state ?? null;
    },
    saveUnfinished: (name, inputs, state) =>
      write(database, (executor) => upsert(executor, 'unfinished_work', [{ name, inputs, state }], ['name'])),
    forgetUnfinished: async (name) => {
      await write(database, (executor) =>
        executor.deleteFrom('unfinished_work').where('name', '=', name).execute(),
      );
    },
  };
}
