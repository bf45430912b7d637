import assert from 'node:assert/strict';
import { createSqlStore } from '@platform/authority/store/sql-store';
import { listStandings } from '@platform/authority/use-cases/read-standing';
import type { GrantStanding, WaitingStanding } from '@platform/core/objects/grant-standing';
import { transfer } from './support/actions.ts';
import { onBothEngines } from './support/engines.ts';
import type { Deployment } from './support/types.ts';

const standingOf = async (d: Deployment, id: string) => {
  const { status, body } = await d.get<GrantStanding>(`/grants/${id}/standing`);
  assert.equal(status, 200);
  return body;
};

const GLOBEX = { beneficiary_id: 'globex', to_account: 'acct_globex' };

onBothEngines('what a person is told of a request’s mandate and payee', {
  'the day’s total without and with it, and what was done for the payee before': async (d) => {
    const mandate = await d.register();
    const propose = (memo: string, amount: string, more = {}) =>
      d.propose(mandate, transfer({ memo, amount, ...more }));
    const paid = await propose('Invoice INV-1', '790');
    await d.redeem(paid);
    const onItsWay = await standingOf(d, paid.grant.grant_id);
    assert.deepEqual(onItsWay.sums[0]?.before, '0', 'of itself it is told nothing else');
    await d.report(paid);
    await d.sequencer.settled();
    d.advance(60);
    const waits = await propose('Invoice INV-2', '2000');
    const other = await propose('Invoice INV-3', '1500.5', GLOBEX);
    const day = d.now().slice(0, 10);
    const limit = { rule: 'daily_max', field: 'amount', day, max: '10000' };
    const once = {
      times: 1,
      is_cut: false,
      first_at: paid.action.proposed_at,
      last_at: paid.action.proposed_at,
    };
    assert.deepEqual(await standingOf(d, waits.grant.grant_id), {
      grant_id: waits.grant.grant_id,
      sums: [{ ...limit, before: '2290.5', after: '4290.5' }],
      uses: { before: 2, max: d.mandate().limits.use_count_max },
      done: [
        { fields: ['beneficiary_id'], ...once },
        { fields: ['to_account'], ...once },
      ],
    });
    const never = { times: 0, is_cut: false, first_at: null, last_at: null };
    assert.deepEqual((await standingOf(d, other.grant.grant_id)).done, [
      { fields: ['beneficiary_id'], ...never },
      { fields: ['to_account'], ...never },
    ]);
  },

  'what ended gives back, what is on its way is not done, and another tenant is another': async (d) => {
    const mandate = await d.register();
    const elsewhere = await d.register({ tenant: 'tn_other' });
    const theirs = await d.propose(elsewhere, transfer({ memo: 'INV-8' }));
    await d.redeem(theirs);
    await d.report(theirs);
    const spent = await d.propose(mandate, transfer({ memo: 'Invoice INV-1', amount: '700' }));
    await d.redeem(spent);
    const held = await d.propose(mandate, transfer({ memo: 'Invoice INV-2', amount: '2000' }));
    const { sums, done } = await standingOf(d, held.grant.grant_id);
    assert.deepEqual(
      [sums[0]?.before, sums[0]?.after, done.map(({ times }) => times)],
      ['700', '2700', [0, 0]],
    );
    d.advance(3 * 86_400);
    await d.propose(mandate, transfer({ memo: 'Invoice INV-9', amount: '1' }));
    const over = await standingOf(d, held.grant.grant_id);
    assert.deepEqual([over.sums[0]?.before, over.sums[0]?.after], ['700', '2700'], 'of its own day');
    assert.equal((await d.get('/grants/gr_none/standing')).status, 404);
  },

  'of what waits, when something was last done for the payee, in pages, and of a tenant only what is its own':
    async (d) => {
      const mandate = await d.register();
      const elsewhere = await d.register({ tenant: 'tn_other' });
      const paid = await d.propose(mandate, transfer({ memo: 'Invoice INV-1', amount: '790' }));
      await d.redeem(paid);
      await d.report(paid);
      await d.sequencer.settled();
      d.advance(60);
      const onItsWay = await d.propose(
        mandate,
        transfer({ memo: 'Invoice INV-4', amount: '791', ...GLOBEX }),
      );
      await d.redeem(onItsWay);
      d.advance(60);
      const known = await d.propose(mandate, transfer({ memo: 'Invoice INV-2', amount: '2000' }));
      d.advance(1);
      const first = await d.propose(
        mandate,
        transfer({ memo: 'Invoice INV-3', amount: '1500.5', ...GLOBEX }),
      );
      d.advance(1);
      const theirs = await d.propose(elsewhere, transfer({ memo: 'INV-8', amount: '3000' }));
      const never = [
        { fields: ['beneficiary_id'], last_at: null },
        { fields: ['to_account'], last_at: null },
      ];
      const once = never.map((each) => ({ ...each, last_at: paid.action.proposed_at }));
      const expected = [
        { grant_id: theirs.grant.grant_id, tenant: 'tn_other', done: never },
        { grant_id: first.grant.grant_id, tenant: 'tn_test', done: never },
        { grant_id: known.grant.grant_id, tenant: 'tn_test', done: once },
      ];
      assert.deepEqual((await d.get('/grants/standing')).body, expected);
      const page = await d.app.inject({ url: '/grants/standing?limit=2' });
      assert.deepEqual(page.json(), expected.slice(0, 2));
      const [, next = ''] = /<(.+)>; rel="next"/.exec(String(page.headers.link)) ?? [];
      assert.deepEqual((await d.get<WaitingStanding[]>(next)).body, expected.slice(2));
    },

  'as many statements for hundreds that wait as for one': async (d) => {
    const mandate = await d.register();
    const statements = async () => {
      let count = 0;
      const db = d.database.db.withPlugin({
        transformQuery: ({ node }) => {
          count += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const store = createSqlStore({ ...d.database, db });
      const { standings } = await listStandings({ store }, { tenants: null, after: null, limit: 1_000 });
      return { count, listed: standings.length };
    };
    const held = await d.propose(mandate, transfer({ memo: 'Invoice INV-0', amount: '2000' }));
    await statements();
    const one = await statements();
    assert.equal(one.listed, 1);
    await copyGrant(d, held.grant.grant_id, 499);
    assert.deepEqual(await statements(), { count: one.count, listed: 500 });
  },
});

/** The grant again, so many times, each for a payee of its own. */
async function copyGrant({ database: { db } }: Deployment, id: string, times: number): Promise<void> {
  for (const table of ['action_grant', 'grant_body'] as const) {
    const row = await db.selectFrom(table).selectAll().where('grant_id', '=', id).executeTakeFirstOrThrow();
    const text = JSON.stringify({ ...row, ...('live_key' in row ? { live_key: null } : {}) });
    const copies = Array.from({ length: times }, (_, index) =>
      JSON.parse(text.replaceAll(id, `gr_copy${index}`).replaceAll('acct_acme', `acct_${index}`)),
    );
    await db.insertInto(table).values(copies).execute();
  }
}
