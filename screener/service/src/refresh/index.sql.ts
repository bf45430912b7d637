import { type Database, transaction, write } from '@common/kit/sql/database';
import { toInteger, upsert } from '@common/kit/sql/portable';
import { sql } from 'kysely';
import { databaseNow } from '../store/database-clock.ts';
import type { ScreenerSchema } from '../store/schema.ts';
import { type Executor, KEYS_PER_QUERY } from '../store/sql-companies.ts';
import type { IndexState, IndexStore } from './index.store.ts';

const ROW = 1;

export function createIndexStore(database: Database<ScreenerSchema>): IndexStore {
  const { db } = database;
  const now = databaseNow(database);
  const held = (executor: Executor, token: string) =>
    executor.updateTable('index_state').where('id', '=', ROW).where('token', '=', token);
  return {
    state: () => readState(db),
    async begin(token, leaseMs) {
      const lease = { token, free_at: sql<number>`${now} + ${leaseMs}` };
      const begun = await write(database, (executor) =>
        executor
          .insertInto('index_state')
          .values({ id: ROW, ...lease })
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet(lease).where('index_state.free_at', '<=', now),
          )
          .returning('id')
          .executeTakeFirst(),
      );
      return begun !== undefined;
    },
    async renew(token, leaseMs) {
      const renewed = await write(database, (executor) =>
        held(executor, token)
          .set({ free_at: sql<number>`${now} + ${leaseMs}` })
          .executeTakeFirst(),
      );
      return renewed.numUpdatedRows > 0n;
    },
    async end(token, { at, message }) {
      await write(database, (executor) =>
        held(executor, token).set({ token: null, free_at: 0, run_at: at, message }).execute(),
      );
    },
    async startAt(day) {
      await write(database, (executor) =>
        executor
          .updateTable('index_state')
          .set({ first_day: day, last_day: null })
          .where('id', '=', ROW)
          .execute(),
      );
    },
    addDay: (day, ciks) => transaction(database, (trx) => addDay(trx, day, ciks)),
    async due(after, limit) {
      const rows = await db
        .selectFrom('index_due')
        .select('cik')
        .where('cik', '>', after ?? '')
        .orderBy('cik')
        .limit(limit)
        .execute();
      return rows.map(({ cik }) => cik);
    },
    async done(cik) {
      await write(database, (executor) => executor.deleteFrom('index_due').where('cik', '=', cik).execute());
    },
    async isDue(cik) {
      const row = await db.selectFrom('index_due').select('cik').where('cik', '=', cik).executeTakeFirst();
      return row !== undefined;
    },
  };
}

async function addDay(trx: Executor, day: string, ciks: ReadonlySet<string>): Promise<void> {
  const known = await knownAmong(trx, [...ciks]);
  const due = known.map((cik) => ({ cik, day }));
  await upsert(trx, 'index_due', due, ['cik']);
  await trx.updateTable('index_state').set({ last_day: day }).where('id', '=', ROW).execute();
}

async function readState(db: Executor): Promise<IndexState> {
  const [row, due] = await Promise.all([
    db.selectFrom('index_state').selectAll().where('id', '=', ROW).executeTakeFirst(),
    db.selectFrom('index_due').select(sql<unknown>`count(*)`.as('count')).executeTakeFirstOrThrow(),
  ]);
  const [first, last] = [row?.first_day ?? null, row?.last_day ?? null];
  const runAt = row?.run_at ?? null;
  return {
    days: first === null || last === null ? null : { first, last },
    due: toInteger(due.count),
    runAt: runAt === null ? null : toInteger(runAt),
    message: row?.message ?? null,
  };
}

async function knownAmong(trx: Executor, ciks: readonly string[]): Promise<readonly string[]> {
  const known = new Set<string>();
  for (let start = 0; start < ciks.length; start += KEYS_PER_QUERY) {
    const some = ciks.slice(start, start + KEYS_PER_QUERY);
    const held = await trx
      .selectFrom('company')
      .select('cik')
      .where('cik', 'in', some)
      .where('facts', 'is not', null)
      .execute();
    const asked = await trx.selectFrom('sec_check').select('cik').where('cik', 'in', some).execute();
    for (const { cik } of [...held, ...asked]) known.add(cik);
  }
  return [...known];
}
