import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import type { StoredGrant } from '@platform/authority/store/store';
import { createFigureStore } from '@platform/authority/telemetry/figures.sql';
import { type GrantEvent, mayMove, TRANSITIONS } from '@platform/core/decide/grant-states';
import { GRANT_STATUSES, type GrantRecord } from '@platform/core/objects/grant';
import { sql } from 'kysely';
import { MIGRATIONS } from '../src/store/migrations.ts';
import type { AuthoritySchema } from '../src/store/schema.ts';
import { IS_RARE } from '../src/store/sql-reads.ts';
import { transfer } from './support/actions.ts';
import { onBothEngines } from './support/engines.ts';
import type { Deployment } from './support/types.ts';

const EVENTS = 2_000;

async function open(t: TestContext, url: string) {
  const database = await openDatabase<AuthoritySchema>({ url });
  t.after(() => database.close());
  await migrate(database, MIGRATIONS);
  // One of a rare kind among very many: reading all of them to find it would show.
  const rows = Array.from({ length: EVENTS }, (_, sequence) => ({
    sequence,
    event_id: `evt_${sequence}`,
    kind: sequence === 7 ? 'mandate_revoked' : 'tool_call',
    grant_id: null,
    event_hash: 'h',
    record_json: '{}',
  }));
  await database.db.insertInto('event').values(rows).execute();
  return database.db;
}

const QUERY = sql`select record_json from event where sequence > -1 and kind = 'mandate_revoked' and ${IS_RARE} order by sequence limit 100`;

test('events of a rare kind are found by an index, on SQLite', async (t) => {
  const db = await open(t, 'sqlite::memory:');
  const { rows } = await sql<{ detail: string }>`explain query plan ${QUERY}`.execute(db);
  assert.match(JSON.stringify(rows), /USING INDEX event_of_rare_kind \(kind=\? AND sequence>\?\)/);
});

test('events of a rare kind are found by an index, on PostgreSQL', async (t) => {
  const { url, drop } = await startPostgres();
  t.after(drop);
  const db = await open(t, url);
  await sql`analyze event`.execute(db);
  const { rows } = await sql<Record<string, string>>`explain ${QUERY}`.execute(db);
  assert.match(JSON.stringify(rows), /event_of_rare_kind/);
});

const GRANT_EVENTS = Object.keys(TRANSITIONS) as GrantEvent[];

async function stored(d: Deployment, { grant }: GrantRecord): Promise<StoredGrant> {
  const found = await d.deps.store.atomically((unit) => unit.grant(grant.grant_id));
  assert.ok(found !== null);
  return found;
}

/** In the order of GRANT_STATUSES. */
async function oneOfEachStatus(d: Deployment): Promise<readonly StoredGrant[]> {
  const mandate = await d.register({ limits: { runtime_max_s: 60, use_count_max: 9 } });
  const expired = await d.propose(mandate);
  d.advance(61);
  const redeemed = await d.propose(mandate);
  assert.equal((await d.redeem(redeemed)).status, 200);
  const pending = await d.propose(mandate, transfer({ amount: '2000' }));
  const active = await d.propose(mandate);
  const denied = await d.propose(mandate, transfer({ amount: '6000' }));
  return Promise.all([pending, active, redeemed, denied, expired].map((record) => stored(d, record)));
}

/** The status after the move, which is rolled back. */
async function tryMove(d: Deployment, event: GrantEvent, grant: StoredGrant): Promise<string | null> {
  const takenBack = new Error('rolled back');
  let status: string | null = null;
  const move = d.deps.store.atomically(async (unit) => {
    status = (await unit.moveGrant(event, grant))?.record.status ?? null;
    throw takenBack;
  });
  await assert.rejects(move, takenBack);
  return status;
}

onBothEngines('the store moves a grant', {
  'only by the table of transitions': async (d) => {
    const grants = await oneOfEachStatus(d);
    assert.deepEqual(
      grants.map(({ record }) => record.status),
      [...GRANT_STATUSES],
    );
    for (const grant of grants) {
      for (const event of GRANT_EVENTS) {
        const { status } = grant.record;
        const expected = mayMove(status, event) ? TRANSITIONS[event].to : null;
        assert.equal(await tryMove(d, event, grant), expected, `${status} ${event}`);
      }
    }
  },

  'only from the status that it was read with': async (d) => {
    const record = await d.propose(await d.register(), transfer({ amount: '2000' }));
    const pending = await stored(d, record);
    assert.equal((await d.approve(record)).status, 200);
    assert.equal(await tryMove(d, 'expire', pending), null);
    assert.equal(await tryMove(d, 'expire', await stored(d, record)), 'expired');
  },
});

onBothEngines('the figures', {
  'say how many wait, and since when': async (d) => {
    const { db } = d.database;
    const { receipts, notices, noticesGivenUp, openGrants } = createFigureStore(d.database);
    const figures = () => Promise.all([receipts(), notices(), noticesGivenUp(), openGrants()]);
    const none = { count: 0, since: null };
    assert.deepEqual(await figures(), [none, none, 0, { pending: 0, active: 0 }]);
    await oneOfEachStatus(d);
    const at = Date.parse(d.now());
    await db.deleteFrom('receipt_queue').execute();
    await db
      .insertInto('receipt_queue')
      .values({ grant_id: 'gr_1', queued_at: new Date(at).toISOString(), enforcement_json: '{}' })
      .execute();
    const notice = (id: string, ended: 'delivered' | 'given_up' | null, enteredAt: number) => ({
      id,
      about: 'gr_1',
      recipient: id,
      type: 'grant_held',
      until: at,
      attempts: 0,
      free_at: at,
      entered_at: enteredAt,
      ended_at: ended === null ? null : at,
      state: ended ?? 'waiting',
    });
    await db.deleteFrom('notice').execute();
    await db
      .insertInto('notice')
      .values([
        ...[notice('n_1', null, at), notice('n_2', null, at - 2), notice('n_3', 'given_up', at - 3)],
        notice('n_4', 'delivered', at - 4),
      ])
      .execute();
    assert.deepEqual(await figures(), [
      { count: 1, since: at },
      { count: 2, since: at - 2 },
      1,
      { pending: 1, active: 1 },
    ]);
  },
});

const AT_ONCE = 100;

onBothEngines('concurrent operations', {
  'of 100 redemptions of one grant, one succeeds': async (d) => {
    const grant = await d.propose(await d.register());
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => d.redeem(grant)));
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1);
    assert.equal(statuses.filter((status) => status === 409).length, AT_ONCE - 1);
  },

  'of 100 proposals against a daily limit that fits 10, exactly 10 are allowed': async (d) => {
    const mandate = await d.register({ rules: { amount_max: '100', daily_max: '1000', threshold: '100' } });
    const grants = await Promise.all(
      Array.from({ length: AT_ONCE }, () => d.propose(mandate, transfer({ amount: '100' }))),
    );
    const reasons = Map.groupBy(grants, ({ decision }: GrantRecord) => decision.reason);
    assert.equal(reasons.get('ok')?.length, 10);
    assert.equal(reasons.get('daily_limit_exceeded')?.length, AT_ONCE - 10);
  },

  '50 payments of 1,000 to one payee under a threshold of 1,000: the first passes, 49 ask a person': async (
    d,
  ) => {
    const perTransfer = { amount_max: '1000', daily_max: '50000', threshold: '1000' };
    const mandate = await d.register({ rules: { ...perTransfer, payee_threshold: '1000' } });
    const pay = (mandateId: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => d.propose(mandateId, transfer({ amount: '1000' }))));
    const grants = Map.groupBy(await pay(mandate, 50), ({ decision }: GrantRecord) => decision.reason);
    assert.equal(grants.get('ok')?.length, 1);
    assert.equal(grants.get('approval_required')?.length, 49);
    assert.match(grants.get('approval_required')?.[0]?.decision.detail ?? '', /rules\.payee_threshold 1000/);
    // All ended unspent: what they had reserved is given back.
    d.advance(3_601);
    const [next] = await pay(mandate, 1);
    assert.equal(next?.decision.reason, 'ok');
    // The document's threshold by itself stays per transfer.
    const plain = await pay(await d.register({ rules: perTransfer }), 50);
    assert.ok(plain.every(({ decision }) => decision.reason === 'ok'));
  },

  'two payees with one account have the threshold for a payee once': async (d) => {
    const payee = (id: string) => ({ beneficiary_id: id, to_account: 'acct_acme', currency: 'USD' });
    const bounds = { currency: 'USD', amount_max: '10000', daily_max: '50000', threshold: '1000' };
    const beneficiaries = [payee('acme'), payee('acme_ltd')];
    const rules = { ...bounds, beneficiaries, accounts: [{ currency: 'USD' }] };
    d.publish('treasury.v1', { version: '1.1.0', rules });
    const limits = { amount_max: '1000', daily_max: '50000', threshold: '1000', payee_threshold: '1000' };
    const mandate = await d.register({ policy_version: 'treasury.v1@1.1.0', rules: limits });
    const pay = (id: string) => d.propose(mandate, transfer({ beneficiary_id: id, amount: '600' }));
    const [first, second] = [await pay('acme'), await pay('acme_ltd')];
    assert.deepEqual([first.decision.reason, second.decision.reason], ['ok', 'approval_required']);
    const { why, used, sum, limit, currency, per, of } = second.decision.values ?? {};
    assert.deepEqual(
      [why, used, sum, limit, currency, per, of],
      ['over_payee_threshold', '600', '1200', '1000', 'USD', 'to_account', 'acct_acme'],
    );
  },

  'of 20 proposals of one payment, one is allowed': async (d) => {
    const mandate = await d.register();
    const payment = transfer();
    const grants = await Promise.all(Array.from({ length: 20 }, () => d.propose(mandate, payment)));
    assert.equal(grants.filter(({ decision }) => decision.reason === 'ok').length, 1);
    assert.equal(grants.filter(({ decision }) => decision.reason === 'duplicate_action').length, 19);
  },

  'an approval and its expiry at once: one of the two wins': async (d) => {
    const mandate = await d.register();
    const held = await Promise.all(
      Array.from({ length: 9 }, () => d.propose(mandate, transfer({ amount: '1001' }))),
    );
    d.advance(3_599);
    const [approvals] = await Promise.all([
      Promise.all(held.map((grant) => d.approve(grant))),
      Promise.resolve().then(() => d.advance(1)),
    ]);
    for (const [index, { status }] of approvals.entries()) {
      const now = await d.get(`/grants/${held[index]?.grant.grant_id}`);
      assert.equal(now.body.status, status === 200 ? 'active' : 'expired');
    }
  },
});
