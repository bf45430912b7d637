import { dateOfInstant } from '@common/base/calendar';
import { type Database, transaction } from '@common/kit/sql/database';
import { toInteger, upsert } from '@common/kit/sql/portable';
import type { ScreenerSchema } from './schema.ts';
import { bump, type Executor } from './sql-companies.ts';
import type { ScreenerStore } from './store.ts';

type SettingOperations = Pick<
  ScreenerStore,
  'factsCheckedAt' | 'saveFactsCheckedAt' | 'unreached' | 'saveUnreached' | 'setting' | 'saveSetting'
>;

export function settingOperations(database: Database<ScreenerSchema>): SettingOperations {
  const { db } = database;
  const write = <Value>(work: (trx: Executor) => Promise<Value>): Promise<Value> =>
    transaction(database, work);
  return {
    async factsCheckedAt(cik) {
      const row = await db
        .selectFrom('sec_check')
        .select('checked_at')
        .where('cik', '=', cik)
        .executeTakeFirst();
      return row === undefined ? null : toInteger(row.checked_at);
    },
    saveFactsCheckedAt: (cik, at) =>
      write(async (trx) => {
        await upsert(trx, 'sec_check', [{ cik, checked_at: at }], ['cik']);
        // The SEC's file holds all that was filed by then.
        const day = dateOfInstant(at);
        await trx
          .updateTable('company')
          .set({ complete_through: day })
          .where('cik', '=', cik)
          .where(({ eb, or }) => or([eb('complete_through', 'is', null), eb('complete_through', '<', day)]))
          .execute();
      }),

    async unreached(source, now) {
      const row = await db
        .selectFrom('unreached')
        .selectAll()
        .where('source', '=', source)
        .where('until', '>', now)
        .executeTakeFirst();
      return row === undefined ? null : { until: toInteger(row.until), message: row.message };
    },
    saveUnreached: (source, { until, message }) =>
      write((trx) => upsert(trx, 'unreached', [{ source, until: Math.ceil(until), message }], ['source'])),

    async setting(name) {
      const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value ?? null;
    },
    saveSetting: (name, value) =>
      write(async (trx) => {
        const row = await trx
          .selectFrom('setting')
          .select('value')
          .where('name', '=', name)
          .executeTakeFirst();
        if (row?.value === value) return;
        await upsert(trx, 'setting', [{ name, value }], ['name']);
        // Settings include the default date and the source named in answers.
        await bump(trx);
      }),
  };
}
