import { type Database, transaction } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { Insertable, Selectable } from 'kysely';
import type { AlertFaults } from './faults.store.ts';
import { enterAlerts } from './outbox.sql.ts';
import type { ScreenerSchema } from './schema.ts';
import type { Executor } from './sql-companies.ts';
import type { ScreenerStore, StoredScreening } from './store.ts';

type ScreeningOperations = Pick<
  ScreenerStore,
  'latestScreening' | 'screenings' | 'saveScreenings' | 'replaceBackfills'
>;

export function screeningOperations(
  database: Database<ScreenerSchema>,
  faults: AlertFaults,
): ScreeningOperations {
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
    async screenings(symbol, rules, limit, after) {
      let query = db
        .selectFrom('screening')
        .selectAll()
        .where('symbol', '=', symbol)
        .where('rules', '=', rules)
        .orderBy('as_of', 'desc')
        .orderBy('recorded_at', 'desc')
        .orderBy('fingerprint')
        .limit(limit);
      if (after !== undefined) {
        const { asOf, recordedAt, fingerprint } = after;
        query = query.where(({ and, eb, or }) =>
          or([
            eb('as_of', '<', asOf),
            and([eb('as_of', '=', asOf), eb('recorded_at', '<', recordedAt)]),
            and([
              eb('as_of', '=', asOf),
              eb('recorded_at', '=', recordedAt),
              eb('fingerprint', '>', fingerprint),
            ]),
          ]),
        );
      }
      return (await query.execute()).map(decodeScreening);
    },
    saveScreenings: (screenings) => write((trx) => insertScreenings(trx, screenings, faults)),
    replaceBackfills: (histories) =>
      write(async (trx) => {
        for (const { symbol, rules } of histories) await deleteBackfill(trx, symbol, rules);
        await insertScreenings(
          trx,
          histories.flatMap(({ screenings }) => screenings),
          faults,
        );
      }),
  };
}

async function deleteBackfill(trx: Executor, symbol: string, rules: RuleSetId): Promise<void> {
  await trx
    .deleteFrom('screening')
    .where('symbol', '=', symbol)
    .where('rules', '=', rules)
    .where('origin', '=', 'backfill')
    .execute();
}

/** Rows per statement; each is a few kilobytes. */
const ROWS_PER_INSERT = 100;

async function insertScreenings(
  trx: Executor,
  screenings: readonly StoredScreening[],
  faults: AlertFaults,
): Promise<number> {
  let added = 0;
  for (let start = 0; start < screenings.length; start += ROWS_PER_INSERT) {
    const rows = screenings.slice(start, start + ROWS_PER_INSERT);
    const inserted = await trx
      .insertInto('screening')
      .values(rows.map(encodeScreening))
      .onConflict((conflict) => conflict.columns(['symbol', 'rules', 'as_of', 'fingerprint']).doNothing())
      .returning(['symbol', 'rules', 'as_of', 'fingerprint'])
      .execute();
    added += inserted.length;
    const isNew = new Set(inserted.map((row) => placeOf(row.symbol, row.rules, row.as_of, row.fingerprint)));
    // INVARIANT: alerts are entered in the same transaction, so that every stored flip is reported, and only
    // once.
    await enterAlerts(
      trx,
      rows.filter(({ symbol, rules, asOf, fingerprint }) =>
        isNew.has(placeOf(symbol, rules, asOf, fingerprint)),
      ),
      faults,
    );
  }
  return added;
}

function placeOf(symbol: string, rules: string, asOf: string, fingerprint: string): string {
  return `${symbol} ${rules} ${asOf} ${fingerprint}`;
}

function encodeScreening(stored: StoredScreening): Insertable<ScreenerSchema['screening']> {
  return {
    symbol: stored.symbol,
    rules: stored.rules,
    as_of: stored.asOf,
    fingerprint: stored.fingerprint,
    recorded_at: stored.recordedAt,
    screening: JSON.stringify(stored.screening),
    changes: stored.changes === null ? null : JSON.stringify(stored.changes),
    origin: stored.origin,
  };
}

export function decodeScreening(row: Selectable<ScreenerSchema['screening']>): StoredScreening {
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
