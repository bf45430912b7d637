import assert from 'node:assert/strict';
import { pruneReceipts } from '@platform/authority/use-cases/prune-receipts';
import { verifyLog } from '@platform/authority/use-cases/verify-log';
import { hashOf } from '@platform/proof/hash';
import { nodeCrypto } from '@platform/proof/node';
import { entryLeaf } from '@platform/proof/receipt/assemble';
import { verifySigned } from '@platform/proof/signed';
import { verify } from '@platform/proof/verify';
import type { EventRecord, PrunedReceipts } from '@platform/protocol/event';
import type { Receipt } from '@platform/protocol/receipt';
import { transfer } from './support/actions.ts';
import { onBothEngines } from './support/engines.ts';
import type { Deployment } from './support/types.ts';

const DAY_S = 86_400;

async function pay(d: Deployment, number: number, version = '1.0.1'): Promise<Receipt> {
  const mandate = await d.register({ policy_version: `treasury.v1@${version}` });
  const grant = await d.propose(mandate, transfer({ amount: '10', memo: `invoice ${number}` }));
  assert.equal((await d.redeem(grant)).status, 200);
  const reported = await d.report(grant);
  return (await d.get<Receipt>(`/receipts/${reported.body.receipt_id}`)).body;
}

const pruned = async (d: Deployment) => (await d.get<EventRecord[]>('/events?kind=receipts_pruned')).body;

onBothEngines('receipts after their time', {
  'bodies go; leaves, the chain and a signed record stay': async (d) => {
    d.publish('treasury.v1', { version: '1.0.1', receipt_retention_days: 10 });
    const old = [await pay(d, 0), await pay(d, 1)];
    d.advance(8 * DAY_S);
    const young = await pay(d, 2);
    assert.equal(await pruneReceipts(d.deps), 0, 'nothing is old yet');
    d.advance(3 * DAY_S);
    assert.equal(await pruneReceipts(d.deps), 2);
    assert.equal(await pruneReceipts(d.deps), 0, 'once is enough');

    for (const { receipt_id: id } of old) {
      const gone = await d.get<{ detail: { error: string; message: string } }>(`/receipts/${id}`);
      assert.deepEqual([gone.status, gone.body.detail.error], [410, 'receipt_pruned']);
    }
    assert.deepEqual((await d.get<Receipt[]>('/receipts')).body, [young]);
    const { verdict } = verify(nodeCrypto, young, { keys: Object.fromEntries(d.rawKeys) });
    assert.equal(verdict, 'verified', 'one that was made after the deleted ones');
    assert.deepEqual(await verifyLog(d.deps), [], 'the log still adds up, from leaf 0');
    const next = await pay(d, 3);
    assert.equal(next.bundle.previous_receipt_hash, young.receipt_body_hash);
  },

  'the record names each, with what its leaf was made of, under the authority’s signature': async (d) => {
    d.publish('treasury.v1', { version: '1.0.1', receipt_retention_days: 1 });
    const receipt = await pay(d, 0);
    d.advance(2 * DAY_S);
    await pruneReceipts(d.deps);
    const [record, ...more] = await pruned(d);
    assert.ok(record);
    assert.equal(more.length, 0);
    const { event, event_hash: hash, signature } = record;
    const keys = await d.deps.keys();
    assert.ok(verifySigned(nodeCrypto, { object: event, hash, signature, keys, at: event.at }).ok);
    const body = record.body as PrunedReceipts;
    assert.equal(event.body_hash, hashOf(nodeCrypto, body));
    assert.equal(event.tenant, receipt.who.tenant);
    const [entry] = body.receipts;
    assert.equal(entry?.receipt_id, receipt.receipt_id);
    assert.equal(entryLeaf(nodeCrypto, entry?.log_entry ?? ''), receipt.status.log?.leaf_hash);
  },

  'the file of a deleted body goes as well': async (d) => {
    d.publish('treasury.v1', { version: '1.0.1', receipt_retention_days: 1 });
    await pay(d, 0);
    await d.sequencer.stop();
    assert.equal(d.writtenReceipts.length, 1);
    d.advance(2 * DAY_S);
    await pruneReceipts(d.deps);
    await d.sequencer.stop();
    assert.deepEqual(d.writtenReceipts, []);
  },

  'a profile that cannot be trusted deletes nothing': async (d) => {
    await pay(d, 0, '1.0.0');
    d.publish('treasury.v1', { version: '1.0.1', receipt_retention_days: 1 });
    const text = d.profileFiles.get('treasury.v1') ?? '';
    d.profileFiles.set(
      'treasury.v1',
      text.replace('"receipt_retention_days":1', '"receipt_retention_days":2'),
    );
    d.advance(30 * DAY_S);
    assert.equal(await pruneReceipts(d.deps), 0);
  },
});
