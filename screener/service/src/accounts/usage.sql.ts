import { type Database, transaction } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import { sql } from 'kysely';
import type { ScreenerSchema } from '../store/schema.ts';
import type { Executor } from '../store/sql-companies.ts';
import type { UsageBatch, UsageStore, UsageTier } from './usage.store.ts';

/** Keeps the parameters of a statement well below the limit. */
const ROWS_PER_STATEMENT = 1_000;

export function createUsageStore(database: Database<ScreenerSchema>): UsageStore {
  const { db } = database;
  return {
    // Additions need no order among processes.
    add: (batch) => transaction(database, (trx) => add(trx, batch), { isolation: 'read committed' }),
    async tickersOf(day, outcome) {
      const rows = await db
        .selectFrom('usage_ticker')
        .select('ticker')
        .where('day', '=', day)
        .where('outcome', '=', outcome)
        .execute();
      return rows.map(({ ticker }) => ticker);
    },
    async callsOfAccount(account, { from, through }) {
      const rows = await db
        .selectFrom('usage_call')
        .select(({ fn }) => ['day', 'tier', 'status', fn.sum<string>('calls').as('calls')])
        .where('account', '=', account)
        .where('day', '>=', from)
        .where('day', '<=', through)
        .groupBy(['day', 'tier', 'status'])
        .orderBy('day')
        .orderBy('tier')
        .orderBy('status')
        .execute();
      return rows.map(({ day, tier, status, calls }) => ({
        day,
        tier: tier as UsageTier,
        status: toInteger(status),
        calls: toInteger(calls),
      }));
    },
    async callsOfAll({ from, through }) {
      const rows = await db
        .selectFrom('usage_call')
        .select(({ fn }) => ['tier', 'operation', 'status', fn.sum<string>('calls').as('calls')])
        .where('day', '>=', from)
        .where('day', '<=', through)
        .groupBy(['tier', 'operation', 'status'])
        .orderBy('tier')
        .orderBy('operation')
        .orderBy('status')
        .execute();
      return rows.map(({ tier, operation, status, calls }) => ({
        tier: tier as UsageTier,
        operation,
        status: toInteger(status),
        calls: toInteger(calls),
      }));
    },
    async topTickers(outcome, { from, through }, most) {
      const rows = await db
        .selectFrom('usage_ticker')
        .select(({ fn }) => ['ticker', fn.sum<string>('calls').as('calls')])
        .where('outcome', '=', outcome)
        .where('day', '>=', from)
        .where('day', '<=', through)
        .groupBy('ticker')
        .orderBy('calls', 'desc')
        .orderBy('ticker')
        .limit(most)
        .execute();
      return rows.map(({ ticker, calls }) => ({ ticker, calls: toInteger(calls) }));
    },
  };
}

async function add(trx: Executor, { calls, tickers, screened, keepFrom }: UsageBatch): Promise<void> {
  for (const rows of chunks(
    inOrder(
      calls,
      ({ day, tier, account, operation, status }) => `${day}|${tier}|${account}|${operation}|${status}`,
    ),
  )) {
    await trx
      .insertInto('usage_call')
      .values(rows.map((row) => ({ ...row, account: row.account ?? '' })))
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'tier', 'account', 'operation', 'status'])
          .doUpdateSet({ calls: sql<number>`usage_call.calls + excluded.calls` }),
      )
      .execute();
  }
  for (const rows of chunks(inOrder(tickers, ({ day, outcome, ticker }) => `${day}|${outcome}|${ticker}`))) {
    await trx
      .insertInto('usage_ticker')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'outcome', 'ticker'])
          .doUpdateSet({ calls: sql<number>`usage_ticker.calls + excluded.calls` }),
      )
      .execute();
  }
  for (const { account, at } of inOrder(screened, (each) => each.account)) {
    await trx
      .updateTable('account')
      .set({ activated_at: at })
      .where('id', '=', account)
      .where('activated_at', 'is', null)
      .execute();
  }
  if (keepFrom !== null) {
    await trx.deleteFrom('usage_call').where('day', '<', keepFrom).execute();
    await trx.deleteFrom('usage_ticker').where('day', '<', keepFrom).execute();
  }
}

/** Sorts rows into one order everywhere, so that two processes never wait for each other's rows. */
function inOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}

function chunks<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, place) =>
    rows.slice(place * ROWS_PER_STATEMENT, (place + 1) * ROWS_PER_STATEMENT),
  );
}
