import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import { sql } from 'kysely';
import { firstTables } from '../src/store/migrations/0001-first-tables.ts';
import { MIGRATIONS } from '../src/store/migrations.ts';
import type { AuthoritySchema } from '../src/store/schema.ts';
import { createSqlStore } from '../src/store/sql-store.ts';

const ROW = { tenant: 'tn_1', receipt_sequence: 7, previous_receipt_hash: 'h' };

/** What 0.1.0 kept of a grant that was reported as refused or executed. */
async function reported({ db }: Database<AuthoritySchema>, outcome: 'refused' | 'executed'): Promise<void> {
  const grant_id = `gr_${outcome}`;
  const empty = { action_json: '{}', grant_json: '{}', signature_json: '{}', decision_json: '{}' };
  const grant = {
    ...empty,
    grant_id,
    tenant: 'tn_1',
    contract_id: 'ic_1',
    plugin: 'treasury',
    status: 'redeemed',
    proposed_at: '2026-01-01T00:00:00.000Z',
    live_key: `idem_${outcome}`,
    action_hash: 'a',
    grant_hash: 'g',
    is_unique: 1 as never,
    reservations_json: JSON.stringify([{ counter: 'uses', period: '', amount: '1' }]),
  };
  await db
    .insertInto('action_grant')
    .values(grant as never)
    .execute();
  const decision = { outcome, reason: 'counterparty_refused', detail: 'no such account' };
  const record_json = JSON.stringify({ event: {}, body: { decision } });
  const sequence = outcome === 'refused' ? 1 : 2;
  const event = { sequence, event_id: `evt_${outcome}`, event_hash: outcome, kind: 'enforcement', grant_id };
  await db
    .insertInto('event')
    .values({ ...event, record_json })
    .execute();
}

/** The refused grant has ended as it ends now, and the executed one is as it was. */
async function endedRefusal({ db }: Database<AuthoritySchema>): Promise<void> {
  const grants = db.selectFrom('action_grant').select(['status', 'live_key', 'ending_json']);
  const [done, ended] = await grants.orderBy('grant_id').execute();
  assert.deepEqual(done, { status: 'redeemed', live_key: 'idem_executed', ending_json: null });
  assert.deepEqual(
    { ...ended, ending_json: JSON.parse(ended?.ending_json ?? '') },
    {
      status: 'denied',
      live_key: null,
      ending_json: { outcome: 'denied', reason: 'counterparty_refused', detail: 'no such account' },
    },
  );
  const [left] = await db.selectFrom('standing').select('value').execute();
  assert.equal(left?.value, '1');
}

/** Receipts with a file, with one that is left of a deleted body, and without one. */
async function receiptsOf010({ db }: Database<AuthoritySchema>): Promise<void> {
  for (const [leaf, is_exported, pruned_by] of [
    [0, true, null],
    [1, false, 'evt_1'],
    [2, false, null],
    [3, true, null],
  ] as const) {
    const names = { receipt_id: `rcpt_${leaf}`, grant_id: `gr_${leaf}`, tenant: 'tn_1', sequence: leaf };
    const rest = { receipt_json: '{}', log_entry: '', profile: 'treasury.v1', assembled_at: '', pruned_by };
    const row = { ...names, leaf_index: leaf, is_exported, ...rest };
    await sql`insert into receipt (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row).map((value) => (typeof value === 'boolean' ? sql.raw(String(value)) : value)))})`.execute(
      db,
    );
  }
}

async function filesLeftToWrite(database: Database<AuthoritySchema>): Promise<void> {
  const store = createSqlStore(database);
  assert.equal(await store.nextFile(), 2);
  assert.deepEqual(await store.filesToRemove(9), ['rcpt_1']);
}

for (const [engine, address] of Object.entries({
  SQLite: async () => ({ url: 'sqlite::memory:', drop: async (): Promise<void> => undefined }),
  PostgreSQL: startPostgres,
})) {
  test(`a database of 0.1.0 keeps its rows and gets the schema of a new one, on ${engine}`, async (t) => {
    const [old, fresh] = [await address(), await address()];
    const tables = [];
    for (const { url, drop } of [old, fresh]) {
      const database = await openDatabase<AuthoritySchema>({ url });
      t.after(async () => {
        await database.close();
        await drop();
      });
      if (url === old.url && tables.length === 0) {
        await migrate(database, { '0001-first-tables': firstTables });
        await database.db.insertInto('tenant').values(ROW).execute();
        for (const outcome of ['refused', 'executed'] as const) await reported(database, outcome);
        const uses = { contract_id: 'ic_1', counter: 'uses', period: '', value: '2' };
        await database.db.insertInto('standing').values(uses).execute();
        await receiptsOf010(database);
      }
      await migrate(database, MIGRATIONS);
      if (tables.length === 0) {
        await endedRefusal(database);
        await filesLeftToWrite(database);
      }
      const kept = await database.db.selectFrom('tenant').selectAll().execute();
      assert.deepEqual(
        kept.map(({ receipt_sequence, ...row }) => ({ ...row, receipt_sequence: Number(receipt_sequence) })),
        tables.length === 0 ? [ROW] : [],
      );
      const found = await database.db.introspection.getTables();
      tables.push(found.map(({ name, columns }) => [name, columns.map((column) => column.name).sort()]));
    }
    assert.deepEqual(tables[0], tables[1]);
  });
}
