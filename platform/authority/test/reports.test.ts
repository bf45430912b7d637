import assert from 'node:assert/strict';
import { createJobWatch } from '@common/kit/jobs';
import { createSequencer, type Sequencer } from '@platform/authority/jobs/sequencer';
import type { CheckedReport } from '@platform/authority/use-cases/deps';
import type { EventRecord } from '@platform/core/objects/event';
import type { Receipt } from '@platform/core/objects/receipt';
import { enforcement, transfer } from './support/actions.ts';
import { onBothEngines } from './support/engines.ts';
import type { Deployment } from './support/types.ts';

/** Redeemed grants of one mandate, none of them reported. */
async function spend(d: Deployment, count: number) {
  const mandate = await d.register();
  const grants = [];
  for (let number = 0; number < count; number += 1) {
    const grant = await d.propose(mandate, transfer({ amount: '1', memo: `invoice ${number}` }));
    assert.equal((await d.redeem(grant)).status, 200);
    grants.push(grant);
  }
  return grants;
}

type Spent = Awaited<ReturnType<typeof spend>>[number];

async function checked(d: Deployment, given: Spent): Promise<CheckedReport> {
  const { body } = enforcement(d, given, {}, false, {});
  const record = await d.deps.store.grant(given.grant.grant_id);
  const mandate = await d.deps.store.mandate(given.grant.contract_id);
  assert.ok(record && mandate);
  return { body, record, mandate, call: null } as CheckedReport;
}

/** With a sequencer in place of the deployment's, which may fail. */
async function withSequencer(d: Deployment, work: (sequencer: Sequencer) => Promise<void>): Promise<void> {
  await d.sequencer.stop();
  const sequencer = createSequencer({
    deps: d.deps,
    jobs: createJobWatch(),
    intervalMs: 3_600_000,
    onError: () => {},
    writeReceiptFiles: async () => {},
  });
  sequencer.start();
  try {
    await work(sequencer);
  } finally {
    await sequencer.stop();
  }
}

const eventsOf = async (d: Deployment) => (await d.get<EventRecord[]>('/events?kind=enforcement')).body;

onBothEngines('reports and their receipts', {
  'what arrives together shares a signed head, and each is answered with its own event and receipt': async (
    d,
  ) => {
    const grants = await spend(d, 8);
    const answers = await Promise.all(grants.map((grant) => d.report(grant)));
    for (const [index, { status, body }] of answers.entries()) {
      assert.equal(status, 201);
      const { body: receipt } = await d.get<Receipt>(`/receipts/${body.receipt_id}`);
      assert.equal(receipt.how.grant.grant_id, grants[index]?.grant.grant_id);
    }
    assert.equal(new Set(answers.map(({ body }) => body.sequence)).size, grants.length);
    assert.ok((await d.deps.store.treeHeads(99, null)).length < grants.length);
  },

  'the same report twice at once has one event and one receipt': async (d) => {
    const [grant] = await spend(d, 1);
    assert.ok(grant);
    const report = await checked(d, grant);
    await withSequencer(d, async (sequencer) => {
      const [one, other] = await Promise.all([sequencer.report(report), sequencer.report(report)]);
      assert.ok(one?.ok && other?.ok);
      assert.notEqual(one.value.receiptId, null);
      assert.deepEqual(other, one);
      assert.deepEqual(await sequencer.report(report), one, 'and again, after its round');
    });
    assert.equal((await eventsOf(d)).length, 1);
    assert.equal((await d.get<Receipt[]>('/receipts')).body.length, 1);
  },

  'one whose receipt a restore brought back without the event is recorded, with that receipt': async (d) => {
    const [grant, other] = await spend(d, 2);
    assert.ok(grant && other);
    const first = await d.report(grant);
    await d.database.db.deleteFrom('event').where('kind', '=', 'enforcement').execute();
    const [again, beside] = await Promise.all([d.report(grant), d.report(other)]);
    assert.deepEqual([again.status, again.body.receipt_id], [201, first.body.receipt_id]);
    assert.equal(beside.status, 201);
    assert.equal((await eventsOf(d)).length, 2);
    assert.equal((await d.get<Receipt[]>('/receipts')).body.length, 2);
  },

  'one that cannot be recorded harms none that arrived with it': async (d) => {
    const [one, gone, other] = await Promise.all((await spend(d, 3)).map((grant) => checked(d, grant)));
    assert.ok(one && gone && other);
    const grant = { ...gone.record.grant, grant_id: `gr_${'0'.repeat(24)}` };
    const decision = { ...gone.body.decision, grant_id: grant.grant_id };
    const bad = { ...gone, record: { ...gone.record, grant }, body: { ...gone.body, decision } };
    await withSequencer(d, async (sequencer) => {
      const [first, second, third] = await Promise.allSettled([
        sequencer.report(one),
        sequencer.report(bad),
        sequencer.report(other),
      ]);
      assert.equal(second?.status, 'rejected');
      for (const each of [first, third]) {
        assert.ok(each?.status === 'fulfilled' && each.value?.ok);
        assert.notEqual(each.value.value.receiptId, null);
      }
    });
    assert.equal((await eventsOf(d)).length, 2);
  },

  'while the log may not grow, a report is recorded without a receipt, which is made later': async (d) => {
    const [grant] = await spend(d, 1);
    assert.ok(grant);
    await d.sequencer.stop();
    const { status, body } = await d.report(grant);
    assert.deepEqual([status, body.receipt_id], [201, null]);
    assert.equal((await eventsOf(d)).length, 1);
    await withSequencer(d, (sequencer) => sequencer.settled());
    const again = await d.report(grant);
    const [receipt] = (await d.get<Receipt[]>('/receipts')).body;
    assert.deepEqual([again.status, again.body.receipt_id], [201, receipt?.receipt_id]);
    assert.equal(again.body.event_id, body.event_id);
  },
});
