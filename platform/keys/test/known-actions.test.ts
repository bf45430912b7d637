import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { type Database, openDatabase, transaction } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import type { Likeness } from '@platform/core/decide/possible-duplicate';
import type { Action } from '@platform/core/objects/grant';
import type { FacadeSpec } from '@platform/core/objects/plugin';
import { sql } from 'kysely';
import { compareWithKnown, type KnownActionsSchema, knownActionsIn } from '../src/known-actions.ts';
import { knownActionsTable } from '../src/known-actions-table.ts';
import { narrowKnownActionsTables } from '../src/narrow-known-actions-tables.ts';

const ENGINES = {
  SQLite: async () => 'sqlite::memory:',
  PostgreSQL: async (t: TestContext) => {
    const { url, drop } = await startPostgres();
    t.after(drop);
    return url;
  },
};

const START = Date.UTC(2026, 2, 2);

function facadeNamed(name: string): FacadeSpec {
  const facade: Pick<FacadeSpec, 'name' | 'params' | 'idempotency'> = {
    name,
    params: {
      payee: { kind: 'name', description: '' },
      reference: { kind: 'reference', description: '' },
    },
    idempotency: {
      prefix: 'idem_pay_',
      params: ['payee', 'reference'],
      unique: true,
      possible_duplicate: { same: ['payee'], repeat: [], within_days: 7 },
    },
  };
  return facade as FacadeSpec;
}

const PAY = facadeNamed('pay');
const LEND = facadeNamed('lend');

function actionOf(number: number, reference: string, tenant = 'tn_1'): Action {
  const action: Pick<Action, 'grant_id' | 'tenant' | 'proposed_at' | 'params'> = {
    grant_id: `gr_${String(number).padStart(6, '0')}`,
    tenant,
    proposed_at: new Date(START + number * 1_000).toISOString(),
    params: { payee: 'acme', reference },
  };
  return action as Action;
}

type Opened = Database<KnownActionsSchema>;

async function open(t: TestContext, url: string): Promise<Opened> {
  const database = await openDatabase<KnownActionsSchema>({ url });
  t.after(() => database.close());
  await migrate(database, { '0001-wide': knownActionsTable, '0002-narrow': narrowKnownActionsTables });
  return database;
}

/** Compares, where no action lives that is not known. */
function compare(database: Opened, action: Action, facade = PAY): Promise<Likeness> {
  return transaction(database, (trx) =>
    compareWithKnown(knownActionsIn(trx, database.engine), {
      crypto: nodeCrypto,
      facade,
      action,
      live: async () => [],
    }),
  );
}

function add(database: Opened, actions: readonly Action[], facade = PAY): Promise<void> {
  return transaction(database, async (trx) => {
    const known = knownActionsIn(trx, database.engine);
    for (const action of actions) await known.add(facade, action);
  });
}

async function countsOf({ db }: Opened): Promise<readonly number[]> {
  const [keys, actions] = await Promise.all([
    db.selectFrom('known_key').select('grant_id').execute(),
    db.selectFrom('known_action').select('grant_id').execute(),
  ]);
  return [keys.length, actions.length];
}

for (const [engine, urlOf] of Object.entries(ENGINES)) {
  test(`on ${engine}, an action is found by its reference, in its tenant and facade, until it is removed`, async (t) => {
    const database = await open(t, await urlOf(t));
    const next = actionOf(9, 'INV-0900');
    assert.deepEqual(await compare(database, next), { duplicateOf: null, possible: null });
    await add(database, [actionOf(1, 'INV-900'), actionOf(2, 'INV-901'), actionOf(3, 'INV-900', 'tn_2')]);
    await add(database, [actionOf(4, 'INV-900')], LEND);
    const possible = { grant_id: 'gr_000001', why: 'leading_zeros' };
    assert.deepEqual(await compare(database, next), { duplicateOf: null, possible });
    const both = await countsOf(database);
    await add(database, [actionOf(1, 'INV-900')]);
    assert.deepEqual(await countsOf(database), both, 'once more changes nothing');
    await transaction(database, (trx) => knownActionsIn(trx, database.engine).remove('gr_000001'));
    assert.deepEqual(await compare(database, next), { duplicateOf: null, possible: null });
    for (const id of ['gr_000002', 'gr_000003', 'gr_000004'])
      await transaction(database, (trx) => knownActionsIn(trx, database.engine).remove(id));
    assert.deepEqual(await countsOf(database), [0, 0], 'no key stays behind');
  });

  test(`on ${engine}, an action of another tenant is never compared, even where its keys collide`, async (t) => {
    const database = await open(t, await urlOf(t));
    const next = actionOf(9, 'INV-900');
    await compare(database, next);
    await add(database, [actionOf(1, 'INV-900'), actionOf(2, 'INV-900', 'tn_2')]);
    await transaction(database, (trx) => knownActionsIn(trx, database.engine).remove('gr_000001'));
    // As if 24 bits of both tenants and subjects were the same.
    await add(database, [actionOf(3, 'INV-900')]);
    await sql`insert into known_key select key, proposed_at, 'gr_000002' from known_key
      where grant_id = 'gr_000003'`.execute(database.db);
    await sql`delete from known_key where grant_id = 'gr_000003'`.execute(database.db);
    assert.deepEqual(await compare(database, next), { duplicateOf: null, possible: null });
  });

  test(`on ${engine}, a change of rules makes the keys of one tenant’s facade anew`, async (t) => {
    const database = await open(t, await urlOf(t));
    const [one, another] = [actionOf(1, 'INV-900'), actionOf(2, 'INV-900', 'tn_2')];
    await compare(database, one);
    await compare(database, another);
    await add(database, [one, another]);
    await add(database, [actionOf(3, 'INV-900')], LEND);
    const changed = { ...PAY, idempotency: { ...PAY.idempotency, prefix: 'idem_paid_' } };
    assert.deepEqual(await compare(database, actionOf(9, 'INV-900'), changed), {
      duplicateOf: null,
      possible: null,
    });
    const left = await database.db
      .selectFrom('known_action')
      .select('grant_id')
      .orderBy('grant_id')
      .execute();
    assert.deepEqual(left, [{ grant_id: 'gr_000002' }, { grant_id: 'gr_000003' }]);
    const keys = await database.db.selectFrom('known_key').select('grant_id').distinct().execute();
    assert.equal(keys.length, 2, 'the keys of the others stay');
    assert.equal((await compare(database, actionOf(9, 'INV-900', 'tn_2'))).duplicateOf, another.grant_id);
  });

  test(`on ${engine}, 501 with one key are more than are read, and the newest is named`, async (t) => {
    const database = await open(t, await urlOf(t));
    const next = actionOf(9_999, '4711');
    await compare(database, next);
    // Each has the number 4711 and another one, before it and after it in turn: no two are alike.
    const actions = Array.from({ length: 501 }, (_, index) => actionOf(index, `A${index}-${5_000 + index}`));
    await add(database, actions.slice(0, 500).map(withCustomer));
    assert.equal((await compare(database, next)).possible?.why, 'more_numbers');
    await add(database, actions.slice(500).map(withCustomer));
    const { possible } = await compare(database, {
      ...next,
      params: { ...next.params, reference: 'X 4711' },
    });
    assert.deepEqual(possible, { grant_id: 'gr_000500', why: 'too_many_alike' });
  });

  test(`on ${engine}, a payee’s next invoices are written beside its last`, async (t) => {
    const database = await open(t, await urlOf(t));
    const first = actionOf(0, 'INV-19321-1000');
    await compare(database, first);
    const invoices = Array.from({ length: 200 }, (_, index) => actionOf(index, `INV-19321-${1_111 + index}`));
    await add(database, invoices);
    const { rows } = await sql<{ place: string }>`select distinct key >> 14 as place from known_key`.execute(
      database.db,
    );
    assert.ok(rows.length < 10, `${rows.length} places for ${(await countsOf(database))[0]} keys`);
  });
}

function withCustomer(action: Action): Action {
  return { ...action, params: { ...action.params, reference: `${action.params.reference}-4711` } };
}
