import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { GrantRecord } from '@platform/protocol/grant';
import { audit, fsck, settle } from '../audit.ts';
import { type Client, createClient, send, transferInputs } from '../client.ts';
import { type Deployment, openDeployment } from '../deployment.ts';
import type { ServiceName } from '../layout.ts';

/** Steps before and after which a service kills itself. */
const POINTS: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
  authority: ['proposed', 'redeemed', 'event_recorded', 'sequenced'],
  pep: ['intent_written', 'redeemed', 'request_sent', 'acknowledged', 'decision_signed', 'event_posted'],
  bank: ['debited', 'committed', 'answered'],
};
const AMOUNT = 25;

const faultAt = (point: string) => ({ SANAD_FAULT: point, SANAD_TEST_FAULTS: '1', NODE_ENV: 'test' });

describe('a service that dies in the middle of a transfer', () => {
  let d: Deployment;
  let client: Client;
  before(async () => {
    d = await openDeployment();
    client = createClient(d);
  });
  after(() => d.close());

  const grantOf = async (memo: unknown): Promise<GrantRecord | undefined> => {
    const { body } = await send<readonly GrantRecord[]>(`${d.urls.authority}/grants?limit=1000`);
    return body.find(({ action }) => action.params.memo === memo);
  };

  /** What an agent does if it hears nothing: present the grant that was made, or propose again. */
  const finish = async (inputs: Record<string, unknown>): Promise<GrantRecord> => {
    await settle(d);
    const made = await grantOf(inputs.memo);
    if (made === undefined) assert.equal((await client.pay(inputs)).body.status, 'executed');
    else if (made.status === 'active') {
      assert.equal((await client.present(made.grant.grant_id)).body.status, 'executed');
    }
    await settle(d);
    const grant = await grantOf(inputs.memo);
    assert.ok(grant !== undefined);
    return grant;
  };

  for (const [service, points] of Object.entries(POINTS) as [ServiceName, readonly string[]][]) {
    for (const point of points.flatMap((name) => [`${name}:before`, `${name}:after`])) {
      test(`${service} at ${point}: paid once, one receipt`, async () => {
        const paid = Number(await client.balance('acct_acme'));
        await d.restart(service, faultAt(point));
        const inputs = transferInputs({ amount: String(AMOUNT) });
        const answer = await client.pay(inputs);
        assert.equal(await d.ended(service), 'SIGKILL');
        // The bank's answer is lost: nobody can say whether it was paid.
        if (service === 'bank' && point !== 'answered:after') assert.equal(answer.body.status, 'unknown');
        await d.restart(service);

        const grant = await finish(inputs);
        assert.equal(grant.status, 'redeemed');
        const receipts = await client.receipts(grant.grant.grant_id);
        assert.deepEqual(
          receipts.map(({ what }) => what.outcome),
          ['executed'],
        );
        assert.equal(Number(await client.balance('acct_acme')), paid + AMOUNT);
        assert.equal((await client.pay(inputs)).body.reason, 'duplicate_action');
        await settle(d);
        await audit(d);
      });
    }
  }

  for (const point of ['approved:before', 'approved:after']) {
    test(`authority at ${point}: approved once, paid once`, async () => {
      const inputs = transferInputs({ amount: '1500' });
      const { body: held } = await client.pay(inputs);
      assert.equal(held.status, 'pending');
      const grantId = String(held.grant_id);
      await d.restart('authority', faultAt(point));
      await assert.rejects(client.approve(grantId));
      assert.equal(await d.ended('authority'), 'SIGKILL');
      await d.restart('authority');
      const { status } = await client.approve(grantId);
      assert.equal(status, point.endsWith('before') ? 200 : 409);
      assert.equal((await client.present(grantId)).body.status, 'executed');
      await settle(d);
      await audit(d);
    });
  }

  for (const point of ['rejected:before', 'rejected:after']) {
    test(`authority at ${point}: rejected once, never paid`, async () => {
      const { body: held } = await client.pay(transferInputs({ amount: '1500' }));
      const grantId = String(held.grant_id);
      await d.restart('authority', faultAt(point));
      await assert.rejects(client.reject(grantId, 'Wrong amount'));
      assert.equal(await d.ended('authority'), 'SIGKILL');
      await d.restart('authority');
      const { status } = await client.reject(grantId, 'Wrong amount');
      assert.equal(status, point.endsWith('before') ? 200 : 409);
      assert.equal((await client.present(grantId)).body.reason, 'approver_rejected');
      await settle(d);
      assert.equal((await client.receipts(grantId)).length, 1);
      await audit(d);
    });
  }

  test('fsck finds the log intact from leaf 0', async () => {
    assert.match(await fsck(d), /^log of \d+ leaves: intact$/);
  });
});
