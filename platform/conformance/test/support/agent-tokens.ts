import assert from 'node:assert/strict';
import { nodeCrypto } from '@common/evidence/node';
import type { AgentToken, AgentTokenEnd, AgentTokenRecord } from '@platform/core/objects/agent-token';
import type { MandateRecord } from '@platform/core/objects/mandate';
import { signObject } from '@platform/core/signed/signed';
import { type Client, outcome, send, transferInputs } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import type { Described } from './described.ts';

const HOUR_MS = 3_600_000;

/** A principal makes a token and ends it: then every call by it is refused, and one that waits is answered at once. */
export async function checkAgentTokens(
  d: Deployment,
  client: Client,
  of: (service: string) => Described,
): Promise<void> {
  const { holds } = of('authority');
  const tokens = `${d.urls.authority}/tokens`;
  const signer = await d.signer('principal_local');
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const { body: record } = await send<MandateRecord>(`${d.urls.authority}/contracts/${d.mandates.treasury}`);
  const { deployment, contract_id, tenant, principal, agent } = record.contract;
  const token: AgentToken = {
    ...{ type: 'sanad/agent-token/1', deployment, token_id: 'at_conformance', name: 'A laptop' },
    ...{ tenant, principal, agent, contracts: [contract_id], made_at: at(0), expires_at: at(1) },
  };
  const made = signObject(nodeCrypto, signer, token);
  const signed = { token, token_hash: made.hash, signature: made.signature };
  const bearer = client.agentToken({ token_id: token.token_id });
  const read = (grantId: string, query = '') =>
    send(`${d.urls.gateway}/v1/grants/${grantId}${query}`, {
      bearer,
      headers: { 'x-service-contract': contract_id },
    });
  const { body: held } = await client.pay(transferInputs({ amount: '1300' }));
  const grantId = held.grant_id ?? '';
  assert.deepEqual(
    outcome(await read(grantId)),
    [401, 'unauthorized'],
    'signed with the secret, and by no person',
  );
  holds('POST /tokens', 201, await send(tokens, { body: signed }));
  assert.deepEqual(outcome(holds('POST /tokens', 409, await send(tokens, { body: signed }))), [
    409,
    'token_exists',
  ]);
  assert.equal((await read(grantId)).status, 200);

  const waiting = read(grantId, '?wait=30');
  const end: AgentTokenEnd = {
    ...{ type: 'sanad/agent-token-end/1', deployment, token_id: token.token_id, token_hash: made.hash },
    ...{ ended_at: at(0), reason: 'it leaked' },
  };
  const ended = signObject(nodeCrypto, signer, end);
  const body = { end, end_hash: ended.hash, signature: ended.signature };
  const row = 'POST /tokens/{token_id}/end';
  holds(row, 200, await send(`${tokens}/${token.token_id}/end`, { body }));
  assert.deepEqual(outcome(await read(grantId)), [401, 'unauthorized']);
  assert.deepEqual(outcome(await waiting), [401, 'unauthorized']);
  holds(row, 404, await send(`${tokens}/at_none/end`, { body }));
  const good = `${tokens}/good?token_ids=`;
  assert.deepEqual(holds('GET /tokens/good', 200, await send(good + token.token_id)).body, []);
  holds('GET /tokens/good', 422, await send(`${good}x`));
  const listed = await send<readonly AgentTokenRecord[]>(`${tokens}?contract_id=${contract_id}`);
  const [shown] = holds('GET /tokens', 200, listed).body;
  assert.deepEqual([shown?.token, shown?.end], [token, body]);
}
