import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GrantRecord } from '@platform/core/objects/grant';
import { audit, settle } from '../../audit.ts';
import { send, transferInputs } from '../../client.ts';
import type { Environment, ServiceName } from '../../layout.ts';
import type { Used } from '../support/use-deployment.ts';

/** `<step>:<before or after>`, where a service kills itself in the middle of a transfer. */
type CrashPoints = Readonly<Partial<Record<ServiceName, readonly string[]>>>;

const AMOUNT = 25;

export const faultAt = (point: string): Environment => ({
  SANAD_FAULT: point,
  SANAD_TEST_FAULTS: '1',
  NODE_ENV: 'test',
});

async function grantOf({ d }: Used, memo: unknown): Promise<GrantRecord | undefined> {
  const { body } = await send<readonly GrantRecord[]>(`${d.urls.authority}/grants?limit=1000`);
  return body.find(({ action }) => action.params.memo === memo);
}

/** What an agent does if it hears nothing: present the grant that was made, or propose again. */
async function finish(used: Used, inputs: Record<string, unknown>): Promise<GrantRecord> {
  const { d, client } = used;
  await settle(d);
  const made = await grantOf(used, inputs.memo);
  if (made === undefined) assert.equal((await client.pay(inputs)).body.status, 'executed');
  else if (made.status === 'active') {
    assert.equal((await client.present(made.grant.grant_id)).body.status, 'executed');
  }
  await settle(d);
  const grant = await grantOf(used, inputs.memo);
  assert.ok(grant !== undefined);
  return grant;
}

/** Registers a test for each point: the service dies there, and once it is back all books agree. */
export function diesInATransfer(used: () => Used, points: CrashPoints): void {
  describe('a service that dies in the middle of a transfer', () => {
    for (const [service, steps] of Object.entries(points) as [ServiceName, readonly string[]][]) {
      for (const point of steps) {
        test(`${service} at ${point}: paid once, one receipt`, async () => {
          const { d, client } = used();
          const paid = Number(await client.balance('acct_acme'));
          await d.restart(service, faultAt(point));
          const inputs = transferInputs({ amount: String(AMOUNT) });
          const answer = await client.pay(inputs);
          assert.equal(await d.ended(service), 'SIGKILL');
          // The bank's answer is lost: nobody can say whether it was paid.
          if (service === 'bank' && point !== 'answered:after') assert.equal(answer.body.status, 'unknown');
          await d.restart(service);

          const grant = await finish(used(), inputs);
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
  });
}

/** The same for an authority that dies when a person has approved, or rejected. */
export function diesAtAnAnswer(
  used: () => Used,
  points: readonly `${'approved' | 'rejected'}:${'before' | 'after'}`[],
): void {
  describe('an authority that dies when a person answers', () => {
    for (const point of points) {
      test(`at ${point}: answered once, and paid once or never`, async () => {
        const { d, client } = used();
        const isApproval = point.startsWith('approved');
        const { body: held } = await client.pay(transferInputs({ amount: '1500' }));
        assert.equal(held.status, 'pending');
        const grantId = String(held.grant_id);
        const answer = () => (isApproval ? client.approve(grantId) : client.reject(grantId, 'Wrong amount'));
        await d.restart('authority', faultAt(point));
        await assert.rejects(answer());
        assert.equal(await d.ended('authority'), 'SIGKILL');
        await d.restart('authority');
        assert.equal((await answer()).status, point.endsWith('before') ? 200 : 409);
        const presented = await client.present(grantId);
        if (isApproval) assert.equal(presented.body.status, 'executed');
        else assert.equal(presented.body.reason, 'approver_rejected');
        await settle(d);
        assert.equal((await client.receipts(grantId)).length, 1);
        await audit(d);
      });
    }
  });
}
