import assert from 'node:assert/strict';
import type { GrantState } from '@platform/core/objects/tool-call';
import { type Client, outcome, send, transferInputs } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import { checkAgentTokens } from './agent-tokens.ts';
import type { Described } from './described.ts';
import { beTold } from './webhooks.ts';

/**
 * An agent waits for an approval, presents, and reads how it ended; its program is told the same. Waiting makes one event,
 * and ends with the token.
 */
export async function checkWaiting(
  d: Deployment,
  client: Client,
  of: (service: string) => Described,
  t: Parameters<typeof beTold>[2],
): Promise<void> {
  const agent = await beTold(d, of, t);
  const { body: held } = await client.pay(transferInputs({ amount: '1200' }));
  const grantId = held.grant_id ?? '';
  const read = (query = '', bearer = d.agentToken) =>
    send<GrantState>(`${d.urls.gateway}/v1/grants/${grantId}${query}`, {
      bearer,
      headers: { 'x-service-contract': d.mandates.treasury },
    });
  const row = 'GET /v1/grants/{grant_id}';
  const { holds } = of('gateway');
  const sequence = async () =>
    (await send<{ readonly sequence: number }>(`${d.urls.authority}/events/head`)).body.sequence;
  const before = await sequence();
  assert.equal(holds(row, 200, await read('?wait=1')).body.status, 'pending');
  assert.equal(await sequence(), before, 'what still waits leaves no event');
  const waiting = read('?wait=30');
  await client.approve(grantId);
  const approved = holds(row, 200, await waiting).body;
  assert.deepEqual([approved.status, approved.tool], ['approved', 'propose_transfer']);
  await agent.isTold('grant.approved', approved);
  const { body: paid } = await client.present(grantId);
  assert.equal(paid.status, 'executed', paid.detail);
  const ended = holds(row, 200, await read('?wait=30')).body;
  assert.deepEqual([ended.status, ended.receipt_id], ['executed', paid.receipt_id]);
  await agent.isTold('grant.executed', ended);
  await agent.end();
  assert.deepEqual(outcome(holds(row, 401, await read('', 'x'))), [401, 'unauthorized']);
  const settled = `${d.urls.authority}/grants/settled?grant_ids=`;
  const { body } = of('authority').holds('GET /grants/settled', 200, await send(`${settled}${grantId}`));
  assert.deepEqual(body, [grantId]);
  of('authority').holds('GET /grants/settled', 422, await send(`${settled}x`));
  await checkAgentTokens(d, client, of);
}
