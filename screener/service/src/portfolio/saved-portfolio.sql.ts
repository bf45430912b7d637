import { type Database, write } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import type { ScreenerSchema } from '../store/schema.ts';
import type { SavedPortfolioStore } from './saved-portfolio.store.ts';

export function createSavedPortfolioStore(database: Database<ScreenerSchema>): SavedPortfolioStore {
  return {
    async read(account) {
      const row = await database.db
        .selectFrom('saved_portfolio')
        .selectAll()
        .where('account', '=', account)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { holdings, saved_at: savedAt, looks } = row;
      return { holdings, savedAt: toInteger(savedAt), looks: looks === null ? null : JSON.parse(looks) };
    },
    async save(account, holdings, now) {
      const list = { holdings, saved_at: now };
      await write(database, (executor) =>
        executor
          .insertInto('saved_portfolio')
          .values({ account, ...list, looks: null })
          .onConflict((conflict) => conflict.column('account').doUpdateSet(list))
          .execute(),
      );
    },
    async saveLooks(account, looks) {
      await write(database, (executor) =>
        executor
          .updateTable('saved_portfolio')
          .set({ looks: JSON.stringify(looks) })
          .where('account', '=', account)
          .execute(),
      );
    },
    async remove(account) {
      await write(database, (executor) =>
        executor.deleteFrom('saved_portfolio').where('account', '=', account).execute(),
      );
    },
  };
}
