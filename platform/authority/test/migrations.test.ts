import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Database, openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import { isLive } from '@platform/core/decide/grant-states';
import { type Kysely, sql } from 'kysely';
import { createNoticeStore } from '../src/notices/notices.sql.ts';
import { firstTables } from '../src/store/migrations/0001-first-tables.ts';
import { MIGRATIONS } from '../src/store/migrations.ts';
import type { AuthoritySchema } from '../src/store/schema.ts';
import { createSearchStore } from '../src/store/sql-search.ts';
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

const GRANT_STATES = ['pending', 'active', 'redeemed', 'denied', 'expired'] as const;
const AT = '2026-01-01T00:00:00.000Z';
const before = (number: string) =>
  Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < number));
const BEFORE_0006 = before('0006');
const BEFORE_0010 = before('0010');
const BEFORE_0012 = before('0012');
const BEFORE_0019 = before('0019');
const BEFORE_0023 = before('0023');

/** A grant in each state, and two receipts of which one has lost its body, in the tables of 0005. */
async function fillBefore0006(database: Database<unknown>): Promise<void> {
  const db = database.db as Kysely<Record<string, Record<string, unknown>>>;
  for (const status of GRANT_STATES) {
    const row = {
      ...{ grant_id: `gr_${status}`, tenant: 'tn_1', contract_id: 'ic_1', plugin: 'treasury', status },
      ...{ proposed_at: AT, expires_at: AT, live_key: isLive(status) ? `idem_${status}` : null },
      ...{ action_hash: 'a', action_json: '{"action":1}', grant_json: '{"grant":1}', grant_hash: 'g' },
      ...{ signature_json: '{"s":1}', decision_json: '{"d":1}', reservations_json: '[{"r":1}]' },
      is_unique: database.engine === 'postgres' ? true : 1,
      ending_json: isLive(status) ? null : '{"e":1}',
      approval_json: status === 'active' ? '{"approval":1}' : null,
      redemption_id: status === 'redeemed' ? 'red_1' : null,
      in_doubt_json: status === 'redeemed' ? '{"doubt":1}' : null,
      receipt_id: status === 'denied' ? 'rcpt_1' : null,
    };
    await db.insertInto('action_grant').values(row).execute();
  }
  for (const [index, status] of (['denied', 'expired'] as const).entries()) {
    const row = {
      ...{ receipt_id: `rcpt_${index + 1}`, grant_id: `gr_${status}`, tenant: 'tn_1' },
      ...{ sequence: index, leaf_index: index, log_entry: `entry ${index}`, profile: 'treasury.v1' },
      ...{ assembled_at: AT, pruned_by: index === 0 ? null : 'evt_1' },
      receipt_json: index === 0 ? JSON.stringify(WHOLE) : '',
      is_exported: database.engine === 'postgres' ? true : 1,
    };
    await db.insertInto('receipt').values(row).execute();
  }
  const event = { sequence: 3, event_id: 'evt_1', kind: 'enforcement', grant_id: null, event_hash: 'h' };
  await db
    .insertInto('event')
    .values({ ...event, record_json: '{"event":3}' })
    .execute();
  await db.insertInto('log_node').values({ level: 1, node_index: 2, hash: 'n' }).execute();
  await db.insertInto('log_head').values({ tree_size: 2, head_json: '{"head":2}' }).execute();
}

const WHOLE = {
  who: { contract: { c: 1 } },
  why: { profile: {}, plugin: {} },
  bundle: { keys: {} },
  signatures: { service: null },
};

/** What the store reads of them. */
async function readAfter0006(database: Database<AuthoritySchema>): Promise<void> {
  const store = createSqlStore(database);
  for (const status of GRANT_STATES) {
    const found = await store.atomically((unit) => unit.grant(`gr_${status}`));
    const { record, unique, reservations } = found ?? assert.fail(status);
    assert.deepEqual([record.status, unique, reservations], [status, true, [{ r: 1 }]]);
    assert.deepEqual([record.action, record.grant, record.decision], [{ action: 1 }, { grant: 1 }, { d: 1 }]);
    assert.deepEqual([record.action_hash, record.grant_hash, record.signature], ['a', 'g', { s: 1 }]);
    assert.deepEqual(record.approval, status === 'active' ? { approval: 1 } : null);
    assert.equal(record.redemption_id, status === 'redeemed' ? 'red_1' : null);
    assert.deepEqual(record.in_doubt, status === 'redeemed' ? { doubt: 1 } : undefined);
    assert.deepEqual(record.ending, isLive(status) ? null : { e: 1 });
    const live = await store.atomically((unit) => unit.liveDuplicate('tn_1', `idem_${status}`));
    assert.equal(live, isLive(status) ? `gr_${status}` : null);
  }
  assert.equal((await store.grant('gr_denied'))?.receipt_id, 'rcpt_1');
  assert.deepEqual(await store.receipt('rcpt_1'), WHOLE);
  assert.equal(await store.receipt('rcpt_2'), null);
  assert.equal(await store.prunedBy('rcpt_2'), 'evt_1');
  const leaves = await store.receiptsByLeaf(0, 9);
  assert.deepEqual(
    leaves.map(({ leafIndex, entry, receipt }) => [leafIndex, entry, receipt !== null]),
    [
      [0, 'entry 0', true],
      [1, 'entry 1', false],
    ],
  );
  assert.deepEqual(await store.events(null, 9, null), [{ event: 3 }]);
  assert.equal((await store.logNodes([{ level: 1, index: 2 }])).get('1:2'), 'n');
  assert.deepEqual(await store.treeHead(2), { head: 2 });
  const open = await database.db.selectFrom('open_redemption').selectAll().execute();
  assert.deepEqual(open, [{ grant_id: 'gr_redeemed' }]);
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

/** A request that somebody was sent before notices were of more than grants. */
function noticeOf010({ db }: Database<AuthoritySchema>) {
  return sql`insert into notice (id, grant_id, person, type, until, entered_at, attempts, free_at, state)
    values ('ntc_1', 'gr_1', 'cfo', 'approval.requested', 9, 1, 2, 3, 'waiting')`.execute(db);
}

async function requestAsBefore(database: Database<AuthoritySchema>): Promise<void> {
  const notices = createNoticeStore(database);
  const [known] = await notices.noticesOf('gr_1');
  assert.deepEqual([known?.recipient, known?.attempts, known?.content, known?.left_out], ['cfo', 2, null, 0]);
  assert.equal((await notices.take('t', 3, 1, []))?.notice.id, 'ntc_1');
}

async function filesLeftToWrite(database: Database<AuthoritySchema>): Promise<void> {
  const store = createSqlStore(database);
  assert.equal(await store.nextFile(), 2);
  assert.deepEqual(await store.filesToRemove(9), ['rcpt_1']);
}

const ENGINES = {
  SQLite: async () => ({ url: 'sqlite::memory:', drop: async (): Promise<void> => undefined }),
  PostgreSQL: startPostgres,
};

async function opened(t: TestContext, { url, drop }: Awaited<ReturnType<typeof startPostgres>>) {
  const database = await openDatabase<AuthoritySchema>({ url });
  t.after(async () => {
    await database.close();
    await drop();
  });
  return database;
}

for (const [engine, address] of Object.entries(ENGINES)) {
  test(`a database of 0.1.0 keeps its rows and gets the schema of a new one, on ${engine}`, async (t) => {
    const [old, fresh] = [await address(), await address()];
    const tables = [];
    for (const { url, drop } of [old, fresh]) {
      const database = await opened(t, { url, drop });
      if (url === old.url && tables.length === 0) {
        await migrate(database, { '0001-first-tables': firstTables });
        await database.db.insertInto('tenant').values(ROW).execute();
        for (const outcome of ['refused', 'executed'] as const) await reported(database, outcome);
        const uses = { contract_id: 'ic_1', counter: 'uses', period: '', value: '2' };
        await database.db.insertInto('standing').values(uses).execute();
        await receiptsOf010(database);
        await noticeOf010(database);
      }
      await migrate(database, MIGRATIONS);
      if (tables.length === 0) {
        await endedRefusal(database);
        await filesLeftToWrite(database);
        await requestAsBefore(database);
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

  test(`0006 carries grants in each state, receipts, events and the log over, on ${engine}`, async (t) => {
    const database = await opened(t, await address());
    await migrate(database, BEFORE_0006);
    await fillBefore0006(database as Database<unknown>);
    await migrate(database, MIGRATIONS);
    await readAfter0006(database);
    await assert.rejects(
      database.db
        .updateTable('action_grant')
        .set({ live_key: 'idem_active' })
        .where('status', '=', 'pending')
        .execute(),
      'one live grant for each key',
    );
  });

  test(`0019 refuses receipts that commit to nothing, and leaves the database as it was, on ${engine}`, async (t) => {
    const database = await opened(t, await address());
    await migrate(database, BEFORE_0019);
    const bodies = [
      { receipt_body_hash: 'h', signatures: {} },
      { receipt_body_hash: 'h', disclosures: [] },
    ];
    for (const [leaf_index, body] of bodies.entries())
      await database.db
        .insertInto('receipt_body')
        .values({ leaf_index, receipt_json: JSON.stringify(body) })
        .execute();
    await assert.rejects(
      migrate(database, MIGRATIONS),
      /0019-action-salts failed: .*commit to none of their values/,
    );
    await migrate(database, BEFORE_0019);
    await database.db.deleteFrom('receipt_body').where('leaf_index', '=', 0).execute();
    assert.equal((await migrate(database, MIGRATIONS))[0], '0019-action-salts');
  });

  test(`0023 knows when the tokens end that are there, on ${engine}`, async (t) => {
    const database = await opened(t, await address());
    await migrate(database, BEFORE_0023);
    const token_json = JSON.stringify({ token: { token_id: 'at_1', expires_at: AT } });
    const row = { token_id: 'at_1', tenant: 'tn_1', token_json, registered_at: AT };
    await database.db
      .insertInto('agent_token')
      .values(row as never)
      .execute();
    await migrate(database, MIGRATIONS);
    const { expires_at } = await database.db.selectFrom('agent_token').selectAll().executeTakeFirstOrThrow();
    assert.equal(expires_at, AT);
  });

  test(`0010 enters the mandates that are there in the search, on ${engine}`, async (t) => {
    const database = await opened(t, await address());
    await migrate(database, BEFORE_0010);
    for (const [id, agent] of [
      ['ic_1', 'agent_one'],
      ['ic_2', 'agent_two'],
    ] as const) {
      const contract = { contract_id: id, tenant: 'tn_1', principal: 'amina', agent, profile: 'treasury.v1' };
      const row = {
        ...{ contract_id: id, tenant: 'tn_1', contract_hash: id, registered_at: AT },
        contract_json: JSON.stringify({ ...contract, approval: {}, scope: ['bank.executeTransfer'] }),
        signature_json: '{"kid":"principal_amina"}',
        revocation_json: null,
        revocation_recorded_at: null,
      };
      await database.db.insertInto('contract').values(row).execute();
    }
    await migrate(database, MIGRATIONS);
    const search = createSearchStore(database);
    const all = { from: AT, until: '2027-01-01T00:00:00.000Z', tenants: null, after: null, limit: 9 };
    assert.deepEqual(await search.mandates({ ...all, terms: ['w:EXECUTETRANSFER', 'n:amina'] }), [
      'ic_2',
      'ic_1',
    ]);
    assert.deepEqual(await search.mandates({ ...all, terms: ['a:agent_one', 'k:principal_amina'] }), [
      'ic_1',
    ]);
  });
}

for (const [engine, address] of Object.entries(ENGINES)) {
  test(`0012 finds entries of directories that are there by their hash, on ${engine}`, async (t) => {
    const database = await opened(t, await address());
    await migrate(database, BEFORE_0012);
    const place = { tenant: 'tn_1', profile: 'treasury.v1', directory: 'beneficiaries', sequence: 0 };
    const entry_json = JSON.stringify({ entry: place, entry_hash: 'h1', signatures: [] });
    await (database as Database<unknown> as Database<Record<string, Record<string, unknown>>>).db
      .insertInto('directory_entry')
      .values({ ...place, leaf_index: 7, recorded_at: AT, entry_json })
      .execute();
    await migrate(database, MIGRATIONS);
    const store = createSqlStore(database);
    assert.deepEqual([...(await store.entryLeaves(['h1', 'h2']))], [['h1', 7]]);
  });
}
