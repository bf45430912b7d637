import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { GrantRecord } from '@platform/core/objects/grant';
import { actionHash } from '@platform/core/signed/sealed-action';
import { send } from '../../client.ts';
import { used } from './deployment.ts';

const PAYMENT = {
  to_account: 'acct_acme',
  amount: '21',
  currency: 'USD',
  beneficiary_id: 'acme',
  memo: 'INV-MCP',
};

describe('an agent that speaks MCP', () => {
  test('pays under its mandate, has one approved, and leaves receipts and events', async () => {
    const { d, client: people } = used();
    const agent = new Client({ name: 'sanad-tests', version: '1' });
    const headers = { authorization: `Bearer ${d.agentToken}`, 'x-service-contract': d.mandates.treasury };
    await agent.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', d.urls.gateway), { requestInit: { headers } }),
    );
    const pay = async (given: Record<string, string>) => {
      const { isError, structuredContent } = await agent.callTool({
        name: 'propose_transfer',
        arguments: given,
      });
      assert.equal(isError, undefined);
      const { status, reason, grant_id: grantId } = Object(structuredContent);
      return { status, reason, grantId: String(grantId) };
    };
    try {
      const paid = await pay(PAYMENT);
      assert.equal(paid.status, 'executed');
      const again = await pay(PAYMENT);
      assert.deepEqual([again.status, again.reason], ['denied', 'duplicate_action']);
      const reason = 'Hosting for November.';
      const held = await pay({ ...PAYMENT, amount: '2500', memo: 'INV-MCP-2', reason });
      assert.equal(held.status, 'pending');
      const { body: waiting } = await send<GrantRecord>(`${d.urls.authority}/grants/${held.grantId}`);
      assert.equal(waiting.action.reason, reason);
      const unsaid = actionHash(nodeCrypto, { ...waiting.action, reason: 'Another one.' }, waiting.salts);
      assert.notEqual(waiting.grant.action_hash, unsaid, 'what is approved contains the reason');
      assert.equal((await people.approve(held.grantId)).status, 200);
      assert.equal((await pay({ grant_id: held.grantId })).status, 'executed');
      const { body } = await send<readonly { body: { grant_id?: string; status?: string } }[]>(
        `${d.urls.authority}/events?limit=1000&kind=tool_call`,
      );
      assert.ok(
        body.some((event) => event.body.grant_id === paid.grantId && event.body.status === 'executed'),
      );
    } finally {
      await agent.close();
    }
  });
});
