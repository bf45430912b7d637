import { type Database, transaction } from '@common/kit/sql';
import { toInteger } from '@common/kit/sql/portable';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { Selectable } from 'kysely';
import type { ScreenerSchema } from './schema.ts';
import type { Executor } from './sql-companies.ts';
import type { ScreenerStore, StoredScreening } from './store.ts';

type ScreeningOperations = Pick<
  ScreenerStore,
  'latestScreening' | 'screenings' | 'saveScreenings' | 'replaceBackfill'
>;

export function screeningOperations(database: Database<ScreenerSchema>): ScreeningOperations {
  const { db } = database;
  const write = <Value>(work: (trx: Executor) => Promise<Value>): Promise<Value> =>
    transaction(database, work);
  return {
    async latestScreening(symbol, rules, asOf) {
      const row = await db
        .selectFrom('screening')
        .selectAll()
        .where('symbol', '=', symbol)
        .where('rules', '=', rules)
        .where('as_of', '<=', asOf)
        .orderBy('as_of', 'desc')
        .orderBy('recorded_at', 'desc')
        .orderBy('fingerprint')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : decodeScreening(row);
    },
    async screenings(symbol, rules, limit) {
      const rows = await db
        .selectFrom('screening')
        .selectAll()
        .where('symbol', '=', symbol)
        .where('rules', '=', rules)
        .orderBy('as_of', 'desc')
        .orderBy('recorded_at', 'desc')
        .orderBy('fingerprint')
        .limit(limit)
        .execute();
      return rows.map(decodeScreening);
    },
    saveScreenings: (screenings) => write((trx) => insertScreenings(trx, screenings)),
    replaceBackfill: (symbol, rules, screenings) =>
      write(async (trx) => {
        await trx
          .deleteFrom('screening')
          .where('symbol', '=', symbol)
          .where('rules', '=', rules)
          .where('origin', '=', 'backfill')
          .execute();
        await insertScreenings(trx, screenings);
      }),
  };
}

async function insertScreenings(trx: Executor, screenings: readonly StoredScreening[]): Promise<number> {
  let added = 0;
  for (const stored of screenings) {
    const result = await trx
      .insertInto('screening')
      .values({
        symbol: stored.symbol,
        rules: stored.rules,
        as_of: stored.asOf,
        fingerprint: stored.fingerprint,
        recorded_at: stored.recordedAt,
        screening: JSON.stringify(stored.screening),
        changes: stored.changes === null ? null : JSON.stringify(stored.changes),
        origin: stored.origin,
      })
      .onConflict((conflict) => conflict.columns(['symbol', 'rules', 'as_of', 'fingerprint']).doNothing())
      .executeTakeFirst();
    added += Number(result.numInsertedOrUpdatedRows ?? 0);
  }
  return added;
}

function decodeScreening(row: Selectable<ScreenerSchema['screening']>): StoredScreening {
  return {
    symbol: row.symbol,
    rules: row.rules as RuleSetId,
    asOf: row.as_of,
    fingerprint: row.fingerprint,
    recordedAt: toInteger(row.recorded_at),
    screening: JSON.parse(row.screening),
    changes: row.changes === null ? null : JSON.parse(row.changes),
    origin: row.origin as StoredScreening['origin'],
  };
}
