import assert from 'node:assert/strict';
import { nodeCrypto } from '@common/evidence/node';
import { restoreLog } from '@platform/authority/use-cases/restore-log';
import { planRestore } from '@platform/authority/use-cases/restore-plan';
import { verifyLog } from '@platform/authority/use-cases/verify-log';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Addendum } from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Settled } from '@platform/core/objects/settled';
import { pluginHash } from '@platform/core/signed/plugin';
import { signObject } from '@platform/core/signed/signed';
import { judge } from '@platform/core/verify/judge';
import { outcome } from './support/deployment-test.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import { DEPLOYMENT } from './support/keys.ts';
import { watchedSinks } from './support/sinks.ts';
import type { Deployment } from './support/types.ts';

/** A payment of a plugin whose counterparty accepts now and settles later, with its receipt. */
async function acceptedPayment(d: Deployment): Promise<Receipt> {
  const plugin = d.plugins.get('treasury');
  assert.ok(plugin);
  const settlement = {
    path: '/settled/{deployment}/{idempotency_key}',
    settled: '/settled',
    settled_hash: '/settled_hash',
    signature: '/signature',
    within_days: 30,
  };
  const operations = plugin.connector.operations.map((operation) =>
    operation.ack === null ? operation : { ...operation, settlement },
  );
  const files = { manifest: plugin.manifest, connector: { ...plugin.connector, operations } };
  d.plugins.set('treasury', { ...plugin, ...files, hash: pluginHash(nodeCrypto, files) });
  d.publish('treasury.v1');
  const paid = await d.propose(await d.register());
  assert.equal((await d.redeem(paid)).status, 200);
  const { body } = await d.report(paid);
  return (await d.get<Receipt>(`/receipts/${String(body.receipt_id)}`)).body;
}

function settledOf(d: Deployment, receipt: Receipt, changes: Partial<Settled> = {}, kid = 'bank') {
  const settled: Settled = {
    type: 'sanad/settled/1',
    deployment: DEPLOYMENT,
    grant_id: receipt.how.grant.grant_id,
    action_hash: receipt.what.action_hash,
    ack_hash: receipt.how.counterparty_ack_hash ?? '',
    state: 'settled',
    at: d.now(),
    ...changes,
  };
  const { hash, signature } = signObject(nodeCrypto, d.signer(kid), settled);
  return { settled, settled_hash: hash, signature };
}

onBothEngines('addenda to receipts', {
  'are leaves of their own, one for each state, and verify offline beside an unchanged receipt': async (
    d,
  ) => {
    const receipt = await acceptedPayment(d);
    const path = `/receipts/${receipt.receipt_id}/addenda`;
    assert.deepEqual((await d.get(path)).body, []);
    const grant = `/grants/${receipt.how.grant.grant_id}`;
    assert.equal((await d.get<GrantRecord>(grant)).body.became, null, 'accepted, and nothing is known yet');
    const first = settledOf(d, receipt);
    assert.equal((await d.post('/addenda', first)).status, 201);
    d.advance(60);
    const same = await d.post<Addendum>('/addenda', settledOf(d, receipt));
    assert.deepEqual([same.status, same.body.settled_hash], [200, first.settled_hash]);
    const failed = settledOf(d, receipt, { state: 'failed' });
    assert.deepEqual(outcome(await d.post('/addenda', failed)), [409, 'addendum_follows_not']);
    assert.equal((await d.post('/addenda', settledOf(d, receipt, { state: 'returned' }))).status, 201);

    const became = { state: 'returned', at: settledOf(d, receipt).settled.at };
    assert.deepEqual((await d.get<GrantRecord>(grant)).body.became, became);
    const { body: listed } = await d.get<GrantRecord[]>('/grants');
    assert.deepEqual(listed[0]?.became, became);
    const events = (await d.notices.events(100)).map(({ type }) => type);
    for (const type of ['grant.settled', 'grant.returned'] as const)
      assert.equal(events.filter((one) => one === type).length, 1, type);
    const sinks = watchedSinks(d);
    await sinks.add('ops', { kinds: ['effect.returned'] });
    assert.deepEqual(await sinks.work(), ['ops effect.returned']);
    assert.equal(JSON.parse(sinks.sent[0]?.body ?? '').data.grant_id, receipt.how.grant.grant_id);

    const { body: addenda } = await d.get<Addendum[]>(path);
    const { body: after } = await d.get<Receipt>(`/receipts/${receipt.receipt_id}`);
    assert.deepEqual(after, receipt);
    const options = { keys: await d.deps.keys() };
    const beside = { options, addenda, venues: [], as: undefined, nowMs: 0, cloudKeys: null };
    const judged = judge(nodeCrypto, JSON.stringify(receipt), beside);
    assert.equal(judged.proof.verdict, 'verified');
    assert.deepEqual(
      judged.proof.addenda.map(({ holds, state, reasons }) => [holds, state, ...reasons]),
      [
        [true, 'settled'],
        [true, 'returned'],
      ],
    );
    assert.deepEqual(await verifyLog(d.deps), []);
    const { body: recorded } = await d.get<{ event: { source: string } }[]>('/events?kind=effect_settled');
    assert.deepEqual(
      recorded.map(({ event }) => event.source),
      ['bank', 'bank'],
    );
  },

  'count only from who acknowledged, about that acknowledgment, and not from the future': onSqlite(
    async (d) => {
      const receipt = await acceptedPayment(d);
      const future = new Date(Date.parse(d.now()) + 120_000).toISOString();
      const long = '2020-01-01T00:00:00.000Z';
      const cases = [
        [settledOf(d, receipt, { ack_hash: 'a'.repeat(64) }), 422, 'addendum_mismatch'],
        [settledOf(d, receipt, { deployment: `dp_${'0'.repeat(24)}` }), 422, 'deployment_mismatch'],
        [settledOf(d, receipt, { at: future }), 422, 'addendum_in_future'],
        [settledOf(d, receipt, { at: long }), 409, 'addendum_follows_not'],
        [settledOf(d, receipt, {}, 'pep'), 403, 'role_not_allowed'],
        [settledOf(d, receipt, { grant_id: `gr_${'0'.repeat(24)}` }), 404, 'receipt_not_found'],
      ] as const;
      for (const [signed, status, code] of cases)
        assert.deepEqual(outcome(await d.post('/addenda', signed)), [status, code]);
      assert.deepEqual((await d.get(`/receipts/${receipt.receipt_id}/addenda`)).body, []);
    },
  ),

  'are told by fsck if one was changed or removed, and come back from what is kept beside the keys': async (
    d,
  ) => {
    const receipt = await acceptedPayment(d);
    const path = `/receipts/${receipt.receipt_id}/addenda`;
    await d.post('/addenda', settledOf(d, receipt));
    const before = (await d.get(path)).body;
    const { db } = d.database;
    await d.sequencer.stop();
    for (const tamper of [
      () =>
        db
          .updateTable('addendum')
          .set({ addendum_json: JSON.stringify(settledOf(d, receipt, { state: 'failed' })) })
          .execute(),
      () => db.deleteFrom('addendum').execute(),
    ]) {
      await tamper();
      assert.notDeepEqual(await verifyLog(d.deps), []);
      const plan = await planRestore(
        { ...d.deps, keys: await d.deps.keys() },
        {
          heads: [(await d.deps.kept.head()) ?? assert.fail()],
          places: await d.deps.kept.places(),
          firstEntries: [],
          async *receipts() {},
        },
      );
      assert.ok(plan.ok, JSON.stringify(plan));
      const restored = await restoreLog(d.deps, plan.value, async () => null);
      assert.deepEqual([restored.receipts_restored, restored.addenda_restored], [0, 1]);
      assert.deepEqual((await d.get(path)).body, before);
      assert.deepEqual(await verifyLog(d.deps), []);
    }
  },
});
