import assert from 'node:assert/strict';
import { type Reply, send, sha256 } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import type { Described } from './described.ts';

/** A chat in both forms: the hash of what was asked, and one event of the answer. */
export async function checkChats(
  d: Deployment,
  { holds }: Described,
  isRecorded: (reply: Reply<unknown>) => Promise<unknown>,
): Promise<void> {
  const ask = async <Answer>(path: string, more: object): Promise<Answer> => {
    const body = { model: 'any', ...more };
    const call = { body, bearer: d.agentToken, headers: { 'x-service-contract': d.mandates.treasury } };
    const reply = holds(`POST ${path}`, 200, await send<Answer>(`${d.urls.gateway}${path}`, call));
    assert.equal(reply.headers.get('x-service-request-hash'), sha256(JSON.stringify(body)));
    await isRecorded(reply);
    const refused = { ...call, bearer: 'x' };
    holds(`POST ${path}`, 401, await send(`${d.urls.gateway}${path}`, refused));
    return reply.body;
  };
  const { choices } = await ask<{ choices: { message: { role: string } }[] }>('/v1/chat/completions', {
    messages: [{ role: 'user', content: 'pay 12 USD to acme for INV-CHAT' }],
  });
  assert.equal(choices[0]?.message.role, 'assistant');
  const { status } = await ask<{ status: string }>('/v1/responses', {
    input: 'pay 12 USD to acme for INV-RESPONSE',
  });
  assert.equal(status, 'completed');
}
