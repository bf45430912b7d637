import { type Database, transaction } from '@common/kit/sql/database';
import { upsert } from '@common/kit/sql/portable';
import type { ScreenerSchema } from '../store/schema.ts';
import { bump, type Executor } from '../store/sql-companies.ts';
import type { ListingCloses, ListingState, ListingStore } from './listing.store.ts';

const ROW = 1;

export function createListingStore(database: Database<ScreenerSchema>): ListingStore {
  const { db } = database;
  return {
    async state() {
      const row = await db
        .selectFrom('listing_state')
        .select('content')
        .where('id', '=', ROW)
        .executeTakeFirst();
      return row === undefined ? null : (JSON.parse(row.content) as ListingState);
    },
    saveState: (state) => transaction(database, (trx) => saveState(trx, state)),
    saveCloses: (state, provisional, confirmed) =>
      transaction(database, async (trx) => {
        await replace(trx, 'provisional', provisional);
        if (confirmed !== null) await replace(trx, 'confirmed', confirmed);
        await saveState(trx, state);
        await bump(trx);
      }),
  };
}

async function saveState(trx: Executor, state: ListingState): Promise<void> {
  await upsert(trx, 'listing_state', [{ id: ROW, content: JSON.stringify(state) }], ['id']);
}

async function replace(
  trx: Executor,
  status: 'confirmed' | 'provisional',
  { session, rows }: ListingCloses,
): Promise<void> {
  await trx.deleteFrom('listing_close').where('status', '=', status).execute();
  const closes = rows.map(({ symbol, close, marketCap }) => ({
    symbol,
    status,
    session,
    close,
    market_cap: marketCap,
  }));
  await upsert(trx, 'listing_close', closes, ['symbol', 'status']);
}
