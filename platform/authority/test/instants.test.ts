import assert from 'node:assert/strict';
import type { ReceiptMaterial } from '@platform/authority/store/store';
import { sweepGrants } from '@platform/authority/use-cases/sweep-grants';
import type { Receipt } from '@platform/protocol/receipt';
import { type Deployment, transfer } from './support/deployment.ts';
import { onBothEngines } from './support/engines.ts';

/** One instant, a minute from now, in both spellings that a mandate may have. */
function endsOf(d: Deployment): readonly string[] {
  const end = new Date(Date.parse(d.now()) + 60_000).toISOString();
  return [end, end.replace('.000Z', 'Z')];
}

onBothEngines('instants are compared by value, however they are written', {
  'a mandate is active up to valid_to, and expired a millisecond later': async (d) => {
    const ids: string[] = [];
    for (const valid_to of endsOf(d)) ids.push(await d.register({ valid_to }));
    const statuses = async () => {
      const read = await Promise.all(ids.map((id) => d.get(`/contracts/${id}`)));
      return read.map(({ body }) => body.status);
    };
    d.advance(60);
    assert.deepEqual(await statuses(), ['active', 'active']);
    d.advance(0.001);
    assert.deepEqual(await statuses(), ['expired', 'expired']);
  },

  'the receipts under both mandates say whether the mandate had ended': async (d) => {
    const ids: string[] = [];
    for (const valid_to of endsOf(d)) ids.push(await d.register({ valid_to }));
    d.advance(60.001);
    for (const id of ids) assert.equal((await d.propose(id)).decision.reason, 'contract_expired');
    await d.sequencer.settled();
    const { body: receipts } = await d.get<Receipt[]>('/receipts');
    assert.deepEqual(
      receipts.map(({ status }) => status.contract),
      ['expired', 'expired'],
    );
  },

  'the store finds a grant that ends with its mandate from exactly that instant on': async (d) => {
    for (const valid_to of endsOf(d)) await d.propose(await d.register({ valid_to }), transfer());
    d.advance(59.999);
    await sweepGrants(d.deps);
    assert.deepEqual(await d.deps.store.grants({ status: 'expired', mandateId: null, limit: 9 }), []);
    d.advance(0.001);
    await sweepGrants(d.deps);
    const expired = await d.deps.store.grants({ status: 'expired', mandateId: null, limit: 9 });
    assert.equal(expired.length, 2);
    for (const { ending } of expired) assert.equal(ending?.reason, 'grant_expired');
  },

  'receipts are made in the order of the decisions, whoever recorded them': async (d) => {
    const mandate = await d.register();
    const [first, second] = [await d.propose(mandate), await d.propose(mandate)];
    const decidedAt = d.now().replace('.000Z', 'Z');
    const order = await d.deps.store.atomically(async (unit) => {
      for (const [grant, decided_at] of [
        [second, decidedAt.replace('Z', '.500Z')],
        [first, decidedAt],
      ] as const) {
        const enforcement = { decision: { decided_at } } as ReceiptMaterial['enforcement'];
        await unit.queueReceipt({ grantId: grant.grant.grant_id, enforcement, ack: null });
      }
      return (await unit.takeQueued(9)).map(({ grantId }) => grantId);
    });
    assert.deepEqual(order, [first.grant.grant_id, second.grant.grant_id]);
  },

  'an offset is not accepted as UTC, not even +00:00': async (d) => {
    const valid_to = d.now().replace('Z', '+00:00');
    assert.equal((await d.post('/contracts', d.sign(d.mandate({ valid_to })))).status, 422);
  },
});
