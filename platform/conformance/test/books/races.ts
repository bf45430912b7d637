import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { type Reply, transferInputs } from '../../client.ts';
import type { Used } from '../support/use-deployment.ts';

const AT_ONCE = size({ quick: 20, full: 100 });
const FIT = 10;
const AMOUNT = 25;

function many<Value>(count: number, make: (index: number) => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)));
}

function counts(replies: readonly Reply<ToolResult>[]): Record<string, number> {
  for (const { status, text } of replies) assert.equal(status, 200, text);
  const groups = Map.groupBy(replies, ({ body }) => `${body.status} ${body.reason}`);
  return Object.fromEntries([...groups].map(([name, { length }]) => [name, length]));
}

/**
 * Registers the races, on a deployment with `PEP_LEASE_MS` of a minute: with a short lease, a busy machine hands an execution
 * to another worker, which tells nobody.
 */
export function racesOn(used: () => Used): void {
  describe('concurrent calls', () => {
    const balance = async () => Number(await used().client.balance('acct_acme'));

    test('many executions of one grant: one is done, the others are duplicates', async () => {
      const { client } = used();
      const before = await balance();
      const inputs = transferInputs({ amount: String(AMOUNT) });
      const { body: record } = await client.proposeAsGateway('bank.executeTransfer', inputs);
      const replies = await many(AT_ONCE, () => client.execute(record));
      assert.deepEqual(counts(replies), { 'executed ok': 1, 'duplicate duplicate_action': AT_ONCE - 1 });
      assert.equal(await balance(), before + AMOUNT);
    });

    test('many presentations of an approved grant at the gateway: one is done', async () => {
      const { client } = used();
      const before = await balance();
      const { body: held } = await client.pay(transferInputs({ amount: '1001' }));
      await client.approve(String(held.grant_id));
      const replies = await many(AT_ONCE, () => client.present(String(held.grant_id)));
      assert.deepEqual(counts(replies), { 'executed ok': 1, 'duplicate duplicate_action': AT_ONCE - 1 });
      assert.equal(await balance(), before + 1_001);
    });

    test('many transfers against a daily limit that fits 10: exactly 10 are done', async () => {
      const { client } = used();
      const before = await balance();
      const daily_max = String(AMOUNT * FIT);
      const mandate = await client.register({ rules: { amount_max: '100', daily_max, threshold: '100' } });
      const replies = await many(AT_ONCE, () =>
        client.pay(transferInputs({ amount: String(AMOUNT) }), { mandate }),
      );
      assert.deepEqual(counts(replies), {
        'executed ok': FIT,
        'denied daily_limit_exceeded': AT_ONCE - FIT,
      });
      assert.equal(await balance(), before + AMOUNT * FIT);
    });

    test('many proposals to each authority in turn, of a mandate with 10 uses: exactly 10 are allowed', async () => {
      const { d, client } = used();
      const mandate = await client.register({ limits: { runtime_max_s: 600, use_count_max: FIT } });
      const replies = await many(AT_ONCE, async (index) => {
        const authority = d.urls.authorities[index % d.urls.authorities.length] ?? d.urls.authority;
        const ask = () =>
          client.proposeAsGateway('bank.executeTransfer', transferInputs(), { mandate, authority });
        const reply = await ask();
        // On a slow machine a hundred at once may wait too long for a connection: nothing was done, ask again.
        return reply.status === 503 ? ask() : reply;
      });
      const reasons = Map.groupBy(replies, ({ body, text }) => body.decision?.reason ?? text);
      assert.equal(reasons.get('ok')?.length, FIT);
      assert.equal(reasons.get('use_count_exceeded')?.length, AT_ONCE - FIT);
    });

    test('one invoice 20 times: paid once', async () => {
      const { client } = used();
      const before = await balance();
      const invoice = transferInputs({ amount: String(AMOUNT) });
      const replies = await many(20, () => client.pay(invoice));
      assert.deepEqual(counts(replies), { 'executed ok': 1, 'denied duplicate_action': 19 });
      assert.equal(await balance(), before + AMOUNT);
    });
  });
}
