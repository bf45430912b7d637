import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { startPostgres } from '@common/kit/testing/postgres';
import { sharedPostgres } from '@common/kit/testing/shared-postgres';
import type { SignedEnforcement } from '@platform/core/objects/event';

import type { Action, ExecuteRequest, RedeemResponse } from '@platform/core/objects/grant';
import type { FacadeSpec } from '@platform/core/objects/plugin';
import type { SignedProfile } from '@platform/core/objects/profile';
import { keepProfileVersion } from '@platform/keys/keep-profile-version';
import { CompiledQuery } from 'kysely';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { PepSchema } from '../../src/store/schema.ts';
import { createSqlStore, spentIntents } from '../../src/store/sql-store.ts';
import type { Hold, Intent, ReservationRequest } from '../../src/store/store.ts';

const ENGINES = {
  SQLite: async () => 'sqlite::memory:',
  PostgreSQL: sharedPostgres(async (url) => {
    const database = await openDatabase<PepSchema>({ url });
    await migrate(database, MIGRATIONS);
    await database.close();
  }),
};

const AT_ONCE = 60;
/** On a busy machine, the last of them waits long for one of ten connections. */
const PATIENT = { connectTimeoutMs: 60_000 };
const FIT = 40;

/** The store keeps these objects unchanged and looks at nothing in them. */
const intent = (grantId: string): Intent => ({
  grantId,
  operation: 'execute',
  state: 'presented',
  presentation: 'token',
  request: { grant_hash: 'a', note: 'كتاب 😀' } as unknown as ExecuteRequest,
  redemption: { redemption_hash: 'b' } as unknown as Intent['redemption'],
  redeemed: null,
  ending: null,
  receiptId: null,
  attempts: 0,
  sending: null,
  asking: null,
  isReserved: false,
});
const redeemed = { status: 'redeemed' } as unknown as RedeemResponse;
const ending = { decision_hash: 'h' } as SignedEnforcement;

for (const [engine, url] of Object.entries(ENGINES)) {
  const open = async (t: TestContext) => openAt(t, await url());
  const openAt = async (t: TestContext, address: string) => {
    const database = await openDatabase<PepSchema>({ url: address, postgres: PATIENT });
    t.after(() => database.close());
    await migrate(database, MIGRATIONS);
    return createSqlStore(database);
  };
  const lease = (owner: string, untilMs: number) => ({ owner, untilMs });

  describe(`the intent log on ${engine}`, () => {
    test('an intent is created once, and read back as it was', async (t) => {
      const store = await open(t);
      assert.equal(await store.find('gr_1'), null);
      assert.equal(await store.create(intent('gr_1'), lease('a', 200), 100), true);
      assert.equal(await store.create(intent('gr_1'), lease('b', 200), 100), false);
      assert.deepEqual(await store.find('gr_1'), intent('gr_1'));
    });

    test('of many that create the same intent at once, one succeeds', async (t) => {
      const store = await open(t);
      const all = Array.from({ length: 8 }, (_, n) => store.create(intent('gr_1'), lease(`o${n}`, 200), 100));
      assert.equal((await Promise.all(all)).filter(Boolean).length, 1);
    });

    test('states move on under the lease, from the state that was seen', async (t) => {
      const store = await open(t);
      await store.create(intent('gr_1'), lease('a', 200), 100);
      assert.equal(await store.advance('gr_1', 'b', 'presented', { state: 'redeemed', redeemed }), false);
      assert.equal(await store.advance('gr_1', 'a', 'redeemed', { state: 'sent' }), false);
      assert.equal(await store.advance('gr_1', 'a', 'presented', { state: 'redeemed', redeemed }), true);
      assert.equal(await store.advance('gr_1', 'a', 'presented', { state: 'redeemed', redeemed }), false);
      await store.advance('gr_1', 'a', 'redeemed', { state: 'acknowledged', ending });
      await store.advance('gr_1', 'a', 'acknowledged', { state: 'recorded', receiptId: 'rcpt_1' });
      const found = await store.find('gr_1');
      assert.deepEqual(found, {
        ...intent('gr_1'),
        state: 'recorded',
        redeemed,
        ending,
        receiptId: 'rcpt_1',
      });
      assert.equal(await store.countUnfinished(), 0);
    });

    test('of two workers that enter one new intent at once, one reserves', async (t) => {
      const store = await open(t);
      const request: ReservationRequest = {
        redeemed,
        sending: { at: 100, acceptedUntil: 200 },
        entryHashes: [],
        isApproved: false,
        action: {
          tenant: 'tn_1',
          contract_id: 'ic_1',
          idempotency_key: 'k',
          params: {},
        } as unknown as Action,
        facade: null,
        period: '2026-11-23',
        counters: [],
        decide: () => ({ uses: 1, reservations: [] }),
      };
      const holds = ['a', 'b'].map((owner): Hold => ({ kind: 'new', lease: lease(owner, 200), nowMs: 100 }));
      const outcomes = holds.map((hold) => store.reserve(intent('gr_1'), hold, request));
      assert.deepEqual((await Promise.all(outcomes)).toSorted(), ['lost', 'reserved']);
      const found = await store.find('gr_1');
      assert.deepEqual(found, {
        ...intent('gr_1'),
        state: 'sent',
        presentation: null,
        redeemed,
        sending: { at: 100, acceptedUntil: 200 },
        isReserved: true,
      });
    });

    test('what the authority has recorded is known at once, and on disk once it is settled', async (t) => {
      const address = await url();
      const store = await openAt(t, address);
      await store.create({ ...intent('gr_1'), state: 'acknowledged', ending }, lease('a', 200), 100);
      store.recorded('gr_1', 'rcpt_1');
      const recorded = {
        ...intent('gr_1'),
        presentation: null,
        ending,
        state: 'recorded',
        receiptId: 'rcpt_1',
      };
      assert.deepEqual(await store.find('gr_1'), recorded);
      assert.equal(await store.countUnfinished(), 1);
      await store.settle();
      assert.equal(await store.countUnfinished(), 0);
      assert.deepEqual(await store.find('gr_1'), recorded);
    });

    test('of many that ask at once what became of it, one does, until its claim is over', async (t) => {
      const store = await open(t);
      const settling = { until: 9_000, attempts: 0, state: null };
      await store.create({ ...intent('gr_1'), state: 'sent' }, lease('a', 200), 100);
      const settlement = { due: 1_000, settling };
      await store.advance('gr_1', 'a', 'sent', { state: 'acknowledged', ending, settlement });
      assert.deepEqual(await store.dueSettlements(1_000, 10), [], 'the authority has no receipt yet');
      await store.advance('gr_1', 'a', 'acknowledged', { state: 'recorded', receiptId: 'rcpt_1' });
      assert.deepEqual(
        [await store.dueSettlements(999, 10), await store.dueSettlements(1_000, 10)],
        [[], ['gr_1']],
      );
      const claimed = await Promise.all([1, 2, 3].map(() => store.claimSettlement('gr_1', 1_000, 2_000)));
      assert.deepEqual(
        claimed.filter((one) => one !== null),
        [settling],
      );
      assert.deepEqual(await store.claimSettlement('gr_1', 2_000, 3_000), settling, 'after a crash');
      const found = { ...settling, attempts: 1, state: 'returned' as const };
      await store.keepSettlement('gr_1', 2_000, { due: 4_000, settling: found });
      await store.keepSettlement('gr_1', 3_000, { due: null, settling: found });
      assert.deepEqual(await store.dueSettlements(9_000, 10), []);
    });

    test('a log keeps the beginning of its redemptions’ ids', async (t) => {
      const store = await open(t);
      assert.equal(await store.redemptionPrefix('red_01'), 'red_01');
      assert.equal(await store.redemptionPrefix('red_02'), 'red_01');
    });

    test('a lease keeps others away until its time is over', async (t) => {
      const store = await open(t);
      await store.create(intent('gr_1'), lease('a', 200), 100);
      assert.equal(await store.acquire('gr_1', lease('b', 300), 199), null);
      assert.equal(await store.renew('gr_1', lease('a', 250)), true);
      assert.equal(await store.acquire('gr_1', lease('b', 300), 249), null);
      assert.equal((await store.acquire('gr_1', lease('b', 350), 250))?.grantId, 'gr_1');
      assert.equal(await store.renew('gr_1', lease('a', 400)), false);
      assert.equal(await store.advance('gr_1', 'a', 'presented', { state: 'redeemed', redeemed }), false);
    });

    test('of many that acquire at once, one succeeds', async (t) => {
      const store = await open(t);
      await store.create(intent('gr_1'), lease('a', 200), 100);
      const all = Array.from({ length: 8 }, (_, n) => store.acquire('gr_1', lease(`o${n}`, 900), 300));
      assert.equal((await Promise.all(all)).filter((found) => found !== null).length, 1);
    });

    test('a released intent is due at its time, the longest waiting first; a recorded one never', async (t) => {
      const store = await open(t);
      for (const id of ['gr_1', 'gr_2', 'gr_3']) await store.create(intent(id), lease('a', 200), 100);
      assert.deepEqual(await store.due(199, 10), []);
      await store.release('gr_1', 'a', 500, 3);
      await store.release('gr_2', 'a', 400, 1);
      await store.release('gr_3', 'other', 0, 9);
      assert.deepEqual(await store.due(150, 10), []);
      assert.deepEqual(await store.due(450, 10), ['gr_3', 'gr_2']);
      assert.deepEqual(await store.due(500, 1), ['gr_3']);
      assert.equal((await store.find('gr_1'))?.attempts, 3);
      assert.equal((await store.find('gr_3'))?.attempts, 0);
      await store.acquire('gr_1', lease('c', 900), 500);
      await store.advance('gr_1', 'c', 'presented', { state: 'recorded' });
      assert.deepEqual(await store.due(5_000, 10), ['gr_3', 'gr_2']);
      assert.equal(await store.acquire('gr_1', lease('d', 9_000), 5_000), null);
      assert.equal(await store.countUnfinished(), 2);
    });

    test('the oldest unfinished one is one that does not wait for its principal', async (t) => {
      const store = await open(t);
      for (const [id, atMs] of Object.entries({ gr_1: 100, gr_2: 120 }))
        await store.create(intent(id), lease('a', 200), atMs);
      assert.equal(await store.oldestUnfinished(), 100);
      const asking = { since: 100, inDoubt: true };
      await store.advance('gr_1', 'a', 'presented', { state: 'sent', asking });
      assert.deepEqual([await store.oldestUnfinished(), await store.countUnfinished()], [120, 2]);
      await store.advance('gr_1', 'a', 'sent', { state: 'sent', asking: { ...asking, inDoubt: false } });
      assert.equal(await store.oldestUnfinished(), 100);
    });

    test('only an intent that was not redeemed is forgotten', async (t) => {
      const store = await open(t);
      await store.create(intent('gr_1'), lease('a', 200), 100);
      await store.drop('gr_1', 'b');
      assert.notEqual(await store.find('gr_1'), null);
      await store.representWith('gr_1', 'a', 'newer');
      assert.equal((await store.find('gr_1'))?.presentation, 'newer');
      await store.advance('gr_1', 'a', 'presented', { state: 'redeemed', redeemed });
      await store.drop('gr_1', 'a');
      assert.notEqual(await store.find('gr_1'), null);
      await store.create(intent('gr_2'), lease('a', 200), 100);
      await store.drop('gr_2', 'a');
      assert.equal(await store.find('gr_2'), null);
    });

    /** What becomes of many that take at once, each through one of two processes. */
    const takeAtOnce = async (
      t: TestContext,
      request: (index: number) => Pick<Action, 'contract_id' | 'idempotency_key'>,
    ) => {
      const address = await url();
      const store = await openAt(t, address);
      const other = engine === 'SQLite' ? store : await openAt(t, address);
      const grants = Array.from({ length: AT_ONCE }, (_, index) => `gr_${index}`);
      // A third are in the log before.
      const known = grants.filter((_, index) => index % 3 === 0);
      for (const id of known) await store.create(intent(id), lease('a', 200), 100);
      const holdOf = (id: string): Hold =>
        known.includes(id)
          ? { kind: 'held', owner: 'a' }
          : { kind: 'new', lease: lease('a', 200), nowMs: 100 };
      const taken = await Promise.all(
        grants.map((id, index) =>
          (index % 2 === 0 ? store : other).reserve(intent(id), holdOf(id), {
            redeemed,
            sending: { at: 100, acceptedUntil: 200 },
            entryHashes: [],
            isApproved: false,
            action: {
              tenant: 'tn_1',
              grant_id: id,
              proposed_at: '2026-11-23T10:00:00.000Z',
              params: {},
              ...request(index),
            } as unknown as Action,
            facade: PAYS_ONCE,
            period: '2026-11-23',
            counters: ['daily_max'],
            decide: ({ uses, duplicate, counters }) =>
              duplicate || uses >= FIT || Number(counters.daily_max) !== uses * 5
                ? null
                : { uses: 1, reservations: [{ counter: 'daily_max', period: '2026-11-23', amount: '5' }] },
          }),
        ),
      );
      const stored = await Promise.all(grants.map((id) => store.find(id)));
      assert.deepEqual(
        stored.map((found) => found?.isReserved ?? false),
        taken.map((one) => one === 'reserved'),
      );
      return [
        taken.filter((one) => one === 'reserved').length,
        taken.filter((one) => one === 'refused').length,
      ];
    };

    test('of many that take from one mandate at once, as many as fit do, and nobody fails', async (t) => {
      const taken = await takeAtOnce(t, (index) => ({
        contract_id: 'ic_1',
        idempotency_key: `idem_${index}`,
      }));
      assert.deepEqual(taken, [FIT, AT_ONCE - FIT]);
    });

    test('of many that have one effect at once, each under a mandate of its own, one does', async (t) => {
      const taken = await takeAtOnce(t, (index) => ({
        contract_id: `ic_${index}`,
        idempotency_key: 'idem_1',
      }));
      assert.deepEqual(taken, [1, AT_ONCE - 1]);
    });

    test('of profiles trusted at the same time, the newest is kept', async (t) => {
      const store = await open(t);
      const name = 'treasury.v1';
      const versions = ['1.0.0', '1.0.3', '1.0.1', '1.0.4', '1.0.2'];
      const keep = (version: string) => keepProfileVersion(store.onProfiles, profileOf(name, version));
      assert.ok((await keep('1.0.0')).ok);
      await Promise.all(versions.map(keep));
      const seen = await store.onProfiles((profiles) => profiles.profileSeen(name));
      assert.deepEqual(seen, { version: '1.0.4', profileHash: '1.0.4' });
      assert.ok(!(await keep('1.0.3')).ok);
    });
  });
}

const PAYS_ONCE: FacadeSpec = {
  name: 'pay.execute',
  description: 'Pays',
  kind: 'effect',
  params: {},
  rules: [],
  idempotency: { prefix: 'idem_', params: [], unique: true },
};

function profileOf(name: string, version: string): SignedProfile {
  return { profile: { name, version }, profile_hash: version } as unknown as SignedProfile;
}

const INTENTS = 3_000;
const SINCE = INTENTS - 2;
const id = (n: number) => `gr_${String(n).padStart(5, '0')}`;

/** Nearly all are old and recorded; two are recent, three are outstanding, one of which was never redeemed. */
async function open(t: TestContext, url: string) {
  const database = await openDatabase<PepSchema>({ url });
  t.after(() => database.close());
  await migrate(database, MIGRATIONS);
  const rows = Array.from({ length: INTENTS }, (_, n) => ({
    grant_id: id(n),
    operation: 'execute',
    request: '{}',
    redemption: '{}',
    attempts: 0,
    due_at: 0,
    state: [3, 7, INTENTS - 1].includes(n) ? 'sent' : 'recorded',
    redeemed: n === 3 ? null : '{}',
    lease_until: 0,
    presented_at: n,
  }));
  for (let n = 0; n < INTENTS; n += 500) {
    await database.db
      .insertInto('intent')
      .values(rows.slice(n, n + 500))
      .execute();
  }
  const store = createSqlStore(database);
  const page = async (after: string, limit: number) =>
    (await store.spent({ sinceMs: SINCE, after, limit })).map(({ grantId }) => grantId);
  const all = [7, INTENTS - 2, INTENTS - 1].map(id);
  assert.deepEqual(await page('', 100), all);
  assert.deepEqual(await page('', 2), all.slice(0, 2));
  assert.deepEqual(await page(id(7), 100), all.slice(1));
  return database.db;
}

async function planOf(db: Awaited<ReturnType<typeof open>>, explain: string): Promise<string> {
  const { sql, parameters } = spentIntents(db, { sinceMs: SINCE, after: '', limit: 100 }).compile();
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
  return JSON.stringify(rows);
}

test('spent grants are found by indexes, on SQLite', async (t) => {
  const plan = await planOf(await open(t, 'sqlite::memory:'), 'explain query plan');
  assert.match(plan, /INDEX intent_by_time \(presented_at>\?\)/);
  assert.match(plan, /intent_unfinished/);
  assert.match(plan, /\(grant_id=\?\)/);
});

test('spent grants are found by indexes, on PostgreSQL', async (t) => {
  const { url, drop } = await startPostgres();
  t.after(drop);
  const db = await open(t, url);
  await db.executeQuery(CompiledQuery.raw('analyze intent'));
  const plan = await planOf(db, 'explain');
  assert.match(plan, /intent_by_time/);
  assert.match(plan, /intent_unfinished/);
});
