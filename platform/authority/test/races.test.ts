import assert from 'node:assert/strict';
import type { GrantRecord } from '@platform/protocol/grant';
import { transfer } from './support/actions.ts';
import { onBothEngines } from './support/engines.ts';

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
