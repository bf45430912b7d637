import { type Database, transaction, write } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import { chosenAmong } from '@screener/engine/chosen';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { Choice } from '../accounts/choice.store.ts';
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
        const other = await trx
          .selectFrom('watched_ticker')
          .select('symbol')
          .where('symbol', '=', symbol)
          .executeTakeFirst();
        // Alerts on a fund begin with what comes after: what was known when somebody watched it long ago does not count.
        if (other === undefined) await trx.deleteFrom('watched_fund').where('symbol', '=', symbol).execute();
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
    async watchedTickers(after, limit) {
      const symbols = await db
        .selectFrom('watched_ticker')
        .select('symbol')
        .distinct()
        .where('symbol', '>', after ?? '')
        .orderBy('symbol')
        .limit(limit)
        .execute();
      const last = symbols.at(-1)?.symbol;
      if (last === undefined) return [];
      const rows = await db
        .selectFrom('watched_ticker')
        .leftJoin('followed', 'followed.account', 'watched_ticker.account')
        .select(['watched_ticker.symbol', 'followed.methodologies', 'followed.rules'])
        .distinct()
        .where('symbol', '>', after ?? '')
        .where('symbol', '<=', last)
        .execute();
      const bySymbol = Map.groupBy(rows, ({ symbol }) => symbol);
      return symbols.map(({ symbol }) => ({ symbol, choices: choicesOf(bySymbol.get(symbol) ?? []) }));
    },
  };
}

interface Followed {
  /** Null where the account chose nothing. */
  readonly methodologies: string | null;
  readonly rules: string | null;
}

/** An account that saved no choice follows the same as one that saved that it follows all. */
function choicesOf(rows: readonly Followed[]): readonly Choice[] {
  const choices = rows.map(
    ({ methodologies, rules }): Choice => ({
      methodologies: chosenAmong((methodologies ?? '').split(',')),
      rules: (rules ?? 'current') as RuleSetId,
    }),
  );
  return [...new Map(choices.map((choice) => [JSON.stringify(choice), choice])).values()];
}
