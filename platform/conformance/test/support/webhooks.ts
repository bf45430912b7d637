import assert from 'node:assert/strict';
import { type Receiver, startReceiver } from '@common/kit/testing/webhook-receiver';
import type { AgentWebhook, NewWebhook } from '@platform/core/objects/agent-webhook';
import type { GrantState } from '@platform/core/objects/tool-call';
import { readWebhook, type WebhookEvent } from '@sanad/agent/webhook';
import { outcome, send } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import { until } from '../../wait.ts';
import type { Described } from './described.ts';

const ROW = '/v1/webhook';

/** An agent that is told what becomes of its grants, by its own package. */
export async function beTold(
  d: Deployment,
  of: (service: string) => Described,
  t: Parameters<typeof startReceiver>[0],
) {
  const receiver = await startReceiver(t);
  const { holds } = of('gateway');
  const ask = <Body>(method: 'GET' | 'PUT' | 'DELETE', body?: object, bearer = d.agentToken) =>
    send<Body>(`${d.urls.gateway}${ROW}`, {
      ...{ method, bearer, headers: { 'x-service-contract': d.mandates.treasury } },
      ...(body === undefined ? {} : { body }),
    });
  const { url } = receiver;
  assert.deepEqual(outcome(holds(`PUT ${ROW}`, 401, await ask('PUT', { url }, 'x'))), [401, 'unauthorized']);
  const elsewhere = await ask('PUT', { url: 'https://other.example/' });
  assert.deepEqual(outcome(holds(`PUT ${ROW}`, 422, elsewhere)), [422, 'unusable_address']);
  const { secret, ...shown } = holds(`PUT ${ROW}`, 200, await ask<NewWebhook>('PUT', { url })).body;
  for (const path of ['/webhooks', '/webhooks/read', '/webhooks/remove']) {
    const body = {
      contract_id: d.mandates.treasury,
      ...(path === '/webhooks' ? { url, token_id: null, ends_at: null } : {}),
    };
    const stranger = await send(`${d.urls.authority}${path}`, { body });
    of('authority').holds(`POST ${path}`, 401, stranger);
  }
  return {
    /** Waits for a message of that type about the grant, which says no more than the agent reads. */
    async isTold(type: WebhookEvent['type'], state: GrantState): Promise<void> {
      const event = await until(`the agent is told: ${type}`, async () => {
        const events = await readAll(receiver, secret);
        return events.find((one) => one.type === type && one.data.grant_id === state.grant_id) ?? null;
      });
      const { grant_id, tool, status, reason, expires_at, receipt_id } = state;
      assert.deepEqual(event.data, {
        ...{ grant_id, contract_id: d.mandates.treasury, tool, status, reason },
        ...(type === 'grant.approved' ? { expires_at } : {}),
        ...(receipt_id === undefined ? {} : { receipt_id }),
      });
    },
    async end(): Promise<void> {
      const {
        last_delivery: delivery,
        last_failure: failure,
        ...kept
      } = holds(`GET ${ROW}`, 200, await ask<AgentWebhook>('GET')).body;
      assert.deepEqual([kept, delivery?.type, failure], [shown, 'grant.executed', null]);
      holds(`DELETE ${ROW}`, 200, await ask('DELETE'));
      assert.deepEqual(outcome(holds(`GET ${ROW}`, 404, await ask('GET'))), [404, 'webhook_not_found']);
      assert.ok(!d.output('authority').includes(secret.slice('whsec_'.length)));
    },
  };
}

function readAll({ received }: Receiver, secret: string): Promise<readonly WebhookEvent[]> {
  return Promise.all(
    received.map(async ({ headers, body }) => {
      const request = {
        headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      };
      const event = await readWebhook({ ...request, text: async () => body }, secret);
      return event ?? assert.fail('a message that is not genuine');
    }),
  );
}
