import assert from 'node:assert/strict';
import { openDatabase } from '@common/kit/sql/database';
import { sql } from 'kysely';

/** Records inside the database each time any process gives a result to a symbol of a job. */
interface Ledger extends AsyncDisposable {
  /** Each position of the job was given a result once. */
  assertOnce(jobId: string, total: number): Promise<void>;
}

const TRIGGERS = {
  sqlite: [
    `create trigger finish_seen after update of result on bulk_symbol when new.result is not null
     begin insert into finish_ledger values (new.job_id, new.position); end`,
  ],
  postgres: [
    `create function note_finish() returns trigger language plpgsql as $$
     begin insert into finish_ledger values (new.job_id, new.position); return null; end $$`,
    `create trigger finish_seen after update of result on bulk_symbol for each row
     when (new.result is not null) execute function note_finish()`,
  ],
};

/** The tables of the screener must be there. */
export async function openLedger(url: string): Promise<Ledger> {
  const database = await openDatabase<{ finish_ledger: { job_id: string; position: number } }>({ url });
  const { db, engine } = database;
  await sql`create table finish_ledger (job_id text, position bigint)`.execute(db);
  for (const statement of TRIGGERS[engine]) await sql.raw(statement).execute(db);
  return {
    async assertOnce(jobId, total) {
      const rows = await db
        .selectFrom('finish_ledger')
        .select('position')
        .where('job_id', '=', jobId)
        .orderBy('position')
        .execute();
      assert.deepEqual(
        rows.map(({ position }) => Number(position)),
        Array.from({ length: total }, (_, position) => position),
      );
    },
    [Symbol.asyncDispose]: () => database.close(),
  };
}
