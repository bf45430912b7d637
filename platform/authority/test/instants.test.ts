import assert from 'node:assert/strict';
import type { ReceiptMaterial } from '@platform/authority/store/store';
import { sweepGrants } from '@platform/authority/use-cases/sweep-grants';
import { hashOf } from '@platform/proof/hash';
import { nodeCrypto } from '@platform/proof/node';
import { signObject } from '@platform/proof/signed';
import { verify } from '@platform/proof/verify';
import type { MandateRecord } from '@platform/protocol/mandate';
import type { Receipt } from '@platform/protocol/receipt';
import { transfer } from './support/actions.ts';
import { onBothEngines } from './support/engines.ts';
import { DEPLOYMENT } from './support/keys.ts';
import type { Deployment } from './support/types.ts';

/** One instant, a minute from now, in both spellings that a mandate may have. */
function endsOf(d: Deployment): readonly string[] {
  const end = new Date(Date.parse(d.now()) + 60_000).toISOString();
  return [end, end.replace('.000Z', 'Z')];
}

const FIRST_PAGE = { mandateId: null, after: null, limit: 9 };

onBothEngines('instants are compared by value, however they are written', {
  'at valid_to itself nothing is allowed: that grant could never be spent': async (d) => {
    const ids: string[] = [];
    for (const valid_to of endsOf(d)) ids.push(await d.register({ valid_to }));
    d.advance(59.999);
    for (const id of ids) {
      assert.equal((await d.propose(id, transfer({ memo: `INV 1 ${id}` }))).status, 'active');
    }
    d.advance(0.001);
    for (const id of ids) {
      const { status, decision } = await d.propose(id, transfer({ memo: `INV 2 ${id}` }));
      assert.deepEqual([status, decision.reason], ['denied', 'contract_expired']);
    }
  },

  'a mandate is active before valid_to, and expired from then on': async (d) => {
    const ids: string[] = [];
    for (const valid_to of endsOf(d)) ids.push(await d.register({ valid_to }));
    const statuses = async () => {
      const read = await Promise.all(ids.map((id) => d.get(`/contracts/${id}`)));
      return read.map(({ body }) => body.status);
    };
    d.advance(59.999);
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
    assert.deepEqual(await d.deps.store.grants({ ...FIRST_PAGE, statuses: ['expired'] }), []);
    d.advance(0.001);
    await sweepGrants(d.deps);
    const expired = await d.deps.store.grants({ ...FIRST_PAGE, statuses: ['expired'] });
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

  'a mandate with +00:00 or microseconds is taken as it was signed, and read by value': async (d) => {
    const end = new Date(Date.parse(d.now()) + 60_000).toISOString();
    const local = new Date(Date.parse(end) + 3 * 3_600_000).toISOString();
    const spellings = [
      end.replace('Z', '+00:00'),
      end.replace('.000Z', '.000000Z'),
      end.replace('.000Z', '.0Z'),
      local.replace('.000Z', '.000000000+03:00'),
    ];
    const ids: string[] = [];
    for (const [index, valid_to] of spellings.entries()) {
      const valid_from = d.now().replace('Z', '000+00:00');
      const id = await d.register({ valid_from, valid_to });
      ids.push(id);
      const { body } = await d.get<MandateRecord>(`/contracts/${id}`);
      assert.deepEqual([body.contract.valid_from, body.contract.valid_to], [valid_from, valid_to]);
      assert.equal(body.contract_hash, hashOf(nodeCrypto, body.contract));
      const granted = await d.propose(id, transfer({ memo: `INV ${index}` }));
      assert.equal(granted.grant.expires_at, end);
    }
    d.advance(60);
    for (const id of ids) assert.equal((await d.propose(id)).decision.reason, 'contract_expired');
  },

  'a revocation with an offset and microseconds is taken, and the receipts under it verify': async (d) => {
    const id = await d.register();
    const { body: mandate } = await d.get<MandateRecord>(`/contracts/${id}`);
    const revocation = {
      type: 'sanad/revocation/1' as const,
      deployment: DEPLOYMENT,
      contract_id: id,
      contract_hash: mandate.contract_hash,
      revoked_at: d.now().replace('Z', '123+00:00'),
      reason: 'test',
    };
    const { hash, signature } = signObject(nodeCrypto, d.signer('principal_amina'), revocation);
    const body = { revocation, revocation_hash: hash, signature };
    assert.equal((await d.post(`/contracts/${id}/revoke`, body)).status, 200);
    assert.equal((await d.propose(id)).decision.reason, 'contract_revoked');
    await d.sequencer.settled();
    const [receipt] = (await d.get<Receipt[]>('/receipts')).body;
    assert.equal(receipt?.status.revocation?.revocation.revoked_at, revocation.revoked_at);
    assert.notEqual(verify(nodeCrypto, receipt).verdict, 'failed');
  },

  'a profile published with an offset is in force': async (d) => {
    d.publish('treasury.v1', { published_at: d.now().replace('Z', '000+00:00') });
    assert.equal((await d.get('/profiles/treasury.v1')).status, 200);
  },

  'a day or an offset that does not exist is refused': async (d) => {
    for (const valid_to of [
      '2026-04-31T00:00:00+00:00',
      '2026-04-30T00:00:00+25:00',
      '2026-04-30T00:00:00',
    ]) {
      assert.equal((await d.post('/contracts', d.sign(d.mandate({ valid_to })))).status, 422);
    }
  },
});
