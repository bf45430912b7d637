import assert from 'node:assert/strict';
import { nodeCrypto } from '@common/evidence/node';
import { openDatabase } from '@common/kit/sql/database';
import type { GrantRecord } from '@platform/core/objects/grant';
import { verify } from '@platform/core/verify/verify';
import { sql } from 'kysely';
import type { AuthoritySchema } from '../src/store/schema.ts';
import { transfer } from './support/actions.ts';
import { deploymentTest } from './support/deployment-test.ts';
import { onBothEngines } from './support/engines.ts';
import type { Deployment } from './support/types.ts';

const DAY_S = 86_400;

/** What came of it: `paid`, the reason of a denial, or why it is a possible duplicate. */
function cameOf({ grant, decision }: GrantRecord): string {
  if (decision.outcome === 'allow') return 'paid';
  return decision.outcome === 'deny'
    ? decision.reason
    : (grant.possible_duplicate_of?.why ?? decision.reason);
}

const propose = (d: Deployment, mandate: string, patch: Record<string, unknown>) =>
  d.propose(mandate, transfer(patch));

/** After `first` was paid: what comes of each other memo, or of other params. */
const AFTER: readonly (readonly [first: string, then: Record<string, unknown>, comes: string])[] = [
  ['Invoice INV-900', { memo: 'INV-900' }, 'duplicate_action'],
  ['Invoice INV-900', { memo: 'Payment of invoice INV-900' }, 'duplicate_action'],
  ['Invoice INV-900', { memo: 'INV-٩٠٠' }, 'duplicate_action'],
  ['Invoice INV-900', { memo: 'thanks', reference: 'inv 900' }, 'duplicate_action'],
  ['Invoice INV-900', { memo: 'Invoice INV-900', reference: 'INV-901' }, 'named_in_memo'],
  ['Invoice INV-900', { memo: 'INV-0900' }, 'leading_zeros'],
  ['Invoice INV-900', { memo: 'INV-9OO' }, 'look_alike'],
  ['Invoice INV-900', { memo: 'INV-900ß' }, 'more_words'],
  ['Invoice INV-900', { memo: 'INV-900', amount: '260' }, 'same_reference'],
  ['Invoice INV-900', { memo: 'Payment' }, 'no_reference'],
  ['Payment', { memo: 'Invoice INV-900' }, 'no_reference'],
  ['Payment', { memo: 'Payment' }, 'no_reference'],
  ['Payment', { memo: 'Payment', amount: '260' }, 'paid'],
  ['Invoice INV-900', { memo: 'INV 0 900', reference: 'INV0900' }, 'leading_zeros'],
  ['Invoice INV-900', { memo: 'INV 9 00', reference: 'INV900', amount: '249.99' }, 'same_reference'],
  ['INV-\u{137b}', { memo: 'INV-900' }, 'no_reference'],
  ['Invoice INV-900', { memo: 'INV-901' }, 'paid'],
  ['2026-1-12', { memo: '2026-11-2' }, 'paid'],
  ['INV 1-12', { memo: 'INV 11-2' }, 'paid'],
  ['INV-100/1', { memo: 'INV-10/01' }, 'paid'],
  ['Invoice INV-900', { memo: 'INV-900', beneficiary_id: 'globex', to_account: 'acct_globex' }, 'paid'],
];

onBothEngines('possible duplicates', {
  'the same is denied, what may be the same waits for a person, and what differs is paid': async (d) => {
    for (const [first, then, expected] of AFTER) {
      const tenant = `tn_${AFTER.findIndex((row) => row[1] === then)}`;
      const mandate = await d.register({ tenant });
      const paid = await propose(d, mandate, { memo: first });
      assert.equal(cameOf(paid), 'paid');
      const later = await propose(d, mandate, then);
      assert.equal(cameOf(later), expected, `${first}, then ${JSON.stringify(then)}`);
      const { possible_duplicate_of: earlier } = later.grant;
      if (earlier !== undefined) assert.equal(earlier.grant_id, paid.grant.grant_id);
      const { outcome, reason, detail } = later.decision;
      if (outcome === 'hold') assert.deepEqual([reason, later.status], ['approval_required', 'pending']);
      if (earlier !== undefined) assert.match(detail, new RegExp(`${paid.grant.grant_id} \\(${expected}\\)`));
    }
  },

  'what ended without effect frees its reference; what is executed bars it for good': async (d) => {
    const mandate = await d.register();
    const first = await propose(d, mandate, { memo: 'Invoice INV-1' });
    d.advance(DAY_S);
    const again = await propose(d, mandate, { memo: 'INV-01' });
    assert.equal(cameOf(again), 'paid', `${first.grant.grant_id} expired`);
    await d.redeem(again);
    d.advance(25 * DAY_S);
    assert.equal(cameOf(await propose(d, mandate, { memo: 'INV-1' })), 'leading_zeros');
  },

  'a clock that was set back hides nothing': async (d) => {
    const mandate = await d.register();
    await d.redeem(await propose(d, mandate, { memo: 'INV-900' }));
    d.advance(-5);
    assert.equal(cameOf(await propose(d, mandate, { memo: 'INV-0900' })), 'leading_zeros');
  },

  'a payment without a reference is compared for some days': async (d) => {
    const mandate = await d.register();
    const paid = await propose(d, mandate, { memo: 'Payment' });
    await d.redeem(paid);
    d.advance(6 * DAY_S);
    assert.equal(cameOf(await propose(d, mandate, { memo: 'Payment' })), 'no_reference');
    d.advance(2 * DAY_S);
    assert.equal(cameOf(await propose(d, mandate, { memo: 'Payment' })), 'paid');
  },

  'however many payments without a reference are older than those days, the next one is paid': async (
    d,
    t,
    url,
  ) => {
    const mandate = await d.register();
    await d.redeem(await propose(d, mandate, { memo: 'Payment' }));
    const database = await openDatabase<AuthoritySchema>({ url });
    t.after(() => database.close());
    for (let index = 0; index < 501; index += 1) {
      const id = sql.lit(`gr_of_day_${index}`);
      await sql`insert into known_action select ${id}, tenant, facade, proposed_at, params, keys from known_action
        where grant_id not like 'gr_of_day_%'`.execute(database.db);
      await sql`insert into known_key select key, proposed_at, ${id} from known_key
        where grant_id not like 'gr_of_day_%'`.execute(database.db);
    }
    assert.equal(cameOf(await propose(d, mandate, { memo: 'Invoice INV-7' })), 'no_reference');
    d.advance(8 * DAY_S);
    assert.equal(cameOf(await propose(d, mandate, { memo: 'Payment' })), 'paid');
    assert.equal(cameOf(await propose(d, mandate, { memo: 'Invoice INV-8' })), 'no_reference', 'of that one');
  },

  'grants of a version without these keys, and of its plugin, bar a second payment': async (d, t, url) => {
    const mandate = await d.register();
    const paid = await propose(d, mandate, { memo: 'Invoice INV-900' });
    const database = await openDatabase<AuthoritySchema>({ url });
    t.after(() => database.close());
    const action = { ...paid.action, params: { ...paid.action.params, reference: 'INVOICEINV900' } };
    await database.db
      .updateTable('grant_body')
      .set({ action_json: JSON.stringify(action) })
      .execute();
    await database.db.updateTable('action_grant').set({ live_key: 'idem_pay_of_the_old_form' }).execute();
    await database.db.deleteFrom('known_rules').execute();
    assert.equal(cameOf(await propose(d, mandate, { memo: 'INV-900' })), 'duplicate_action');
    assert.equal(cameOf(await propose(d, mandate, { memo: 'INV-0900' })), 'leading_zeros');
    assert.equal(cameOf(await propose(d, mandate, { memo: 'INV-901' })), 'paid');
  },
});

deploymentTest('of many at once that may be the same, one is paid', async (d) => {
  const mandate = await d.register();
  const memos = ['INV-900', 'INV-0900', 'INV-00900', 'INV-9OO', 'INV-900 now'];
  const all = await Promise.all(memos.map((memo) => propose(d, mandate, { memo })));
  assert.equal(all.filter((one) => cameOf(one) === 'paid').length, 1, all.map(cameOf).join());
});

deploymentTest(
  'where nobody can be asked, a possible duplicate is denied, and the receipt verifies',
  async (d) => {
    const mandate = await d.register({ approval: {} });
    await propose(d, mandate, { memo: 'INV-900' });
    const denied = await propose(d, mandate, { memo: 'INV-0900' });
    assert.deepEqual([denied.status, denied.decision.reason], ['denied', 'approval_required']);
    assert.match(denied.decision.detail, /leading_zeros.*no approval route/);
    await d.sequencer.settled();
    const { body } = await d.get<unknown[]>(`/receipts?grant_id=${denied.grant.grant_id}`);
    assert.equal(verify(nodeCrypto, body[0], { keys: await d.deps.keys() }).verdict, 'verified');
  },
);
