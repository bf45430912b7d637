import { type Database, transaction, write } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import type { ScreenerSchema } from '../store/schema.ts';
import type { WatchlistStore } from './watchlist.store.ts';

export function createWatchlistStore(database: Database<ScreenerSchema>): WatchlistStore {
  const { db } = database;
  return {
    add: (account, symbol, most, now) =>
      transaction(database, async (trx) => {
        const known = await trx
          .selectFrom('watched_ticker')
          .select('symbol')
          .where('account', '=', account)
          .where('symbol', '=', symbol)
          .executeTakeFirst();
        if (known !== undefined) return 'known';
        const { count } = await trx
          .selectFrom('watched_ticker')
          .select((select) => select.fn.countAll().as('count'))
          .where('account', '=', account)
          .executeTakeFirstOrThrow();
        if (toInteger(count) >= most) return 'full';
        await trx.insertInto('watched_ticker').values({ account, symbol, added_at: now }).execute();
        return 'added';
      }),
    async remove(account, symbol) {
      await write(database, (executor) =>
        executor
          .deleteFrom('watched_ticker')
          .where('account', '=', account)
          .where('symbol', '=', symbol)
          .execute(),
      );
    },
    async symbolsOf(account) {
      const rows = await db
        .selectFrom('watched_ticker')
        .select('symbol')
        .where('account', '=', account)
        .orderBy('symbol')
        .execute();
      return rows.map(({ symbol }) => symbol);
    },
    async watchedSymbols(after, limit) {
      const rows = await db
        .selectFrom('watched_ticker')
        .select('symbol')
        .distinct()
        .where('symbol', '>', after ?? '')
        .orderBy('symbol')
        .limit(limit)
        .execute();
      return rows.map(({ symbol }) => symbol);
    },
  };
}
