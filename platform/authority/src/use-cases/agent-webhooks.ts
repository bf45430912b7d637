import { createHmac } from 'node:crypto';
import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { acceptWebhookUrl, type WebhookRules } from '@common/kit/webhooks/address';
import {
  AGENT_EVENTS,
  type AgentWebhook,
  type NewWebhook,
  type OwnWebhookRequest,
} from '@platform/core/objects/agent-webhook';
import type { AgentAddress } from '@platform/keys/notice-addresses';
import { type Caller, type MandateFault, mandateFault } from '@platform/keys/service-token';
import { AGENT } from '../store/notices.store.ts';
import type { StoredWebhook, WebhookStore } from '../store/webhooks.store.ts';
import { isGood } from './agent-tokens.ts';
import type { AuthorityDeps } from './deps.ts';

export interface WebhookDeps
  extends Pick<AuthorityDeps, 'store' | 'keys' | 'crypto' | 'clock' | 'randomBytes'> {
  readonly webhooks: WebhookStore;
  /** Where notices may go. */
  readonly webhookRules: WebhookRules;
  /** Makes the webhooks' secrets. It is not in the database, so that nobody can make them from that alone. */
  readonly gatewaySecret: string;
}

export type WebhookRefusal = 'contract_not_found' | MandateFault | 'unusable_address' | 'webhook_not_found';

const ID_BYTES = 12;

/** Has an agent told there from now on, and nowhere else. */
export async function registerWebhook(
  deps: WebhookDeps,
  { contract_id, url, events = [...AGENT_EVENTS], token_id, ends_at }: OwnWebhookRequest,
  caller: Caller,
): Promise<Result<NewWebhook, WebhookRefusal>> {
  const own = await checkOwn(deps, contract_id, caller);
  if (!own.ok) return own;
  const accepted = acceptWebhookUrl(url, deps.webhookRules);
  if (!accepted.ok) return accepted;
  const webhook: StoredWebhook = {
    contract_id,
    id: `addr_${Buffer.from(deps.randomBytes(ID_BYTES)).toString('hex')}`,
    url: accepted.value,
    events: AGENT_EVENTS.filter((event) => events.includes(event)),
    token_id,
    ends_at: ends_at === null ? null : requiredMs(ends_at),
    registered_at: deps.clock(),
  };
  await deps.webhooks.keepWebhook(webhook);
  return ok({ ...shown(webhook), secret: secretOf(deps, webhook) });
}

export async function readWebhook(
  deps: WebhookDeps,
  mandateId: string,
  caller: Caller,
): Promise<Result<AgentWebhook, WebhookRefusal>> {
  const own = await checkOwn(deps, mandateId, caller);
  if (!own.ok) return own;
  const webhook = await webhookOf(deps, mandateId);
  if (webhook === null) return noWebhook(mandateId);
  const told = await deps.webhooks.lastTold(`${AGENT}${mandateId}`, webhook.registered_at);
  return ok({ ...shown(webhook), ...told });
}

export async function removeWebhook(
  deps: WebhookDeps,
  mandateId: string,
  caller: Caller,
): Promise<Result<{ readonly removed: true }, WebhookRefusal>> {
  const own = await checkOwn(deps, mandateId, caller);
  if (!own.ok) return own;
  const removed = await deps.webhooks.removeWebhook(mandateId);
  return removed ? ok({ removed }) : noWebhook(mandateId);
}

type LookupDeps = Pick<WebhookDeps, 'webhooks' | 'store' | 'keys' | 'crypto' | 'clock'>;

/** A mandate's webhook; null if there is none, or if the token that registered it is no longer good. */
export async function webhookOf(deps: LookupDeps, mandateId: string): Promise<StoredWebhook | null> {
  const webhook = await deps.webhooks.webhook(mandateId);
  if (webhook === null || (webhook.ends_at !== null && webhook.ends_at <= deps.clock())) return null;
  if (webhook.token_id === null) return webhook;
  const token = await deps.store.agentToken(webhook.token_id);
  return token !== null && isGood(token, await deps.keys(), deps) ? webhook : null;
}

/** Where a mandate's agent is told; null for nowhere. */
export async function agentAddress(
  deps: LookupDeps & Pick<WebhookDeps, 'gatewaySecret'>,
  mandateId: string,
): Promise<AgentAddress | null> {
  const webhook = await webhookOf(deps, mandateId);
  if (webhook === null) return null;
  const { contract_id, id, url } = webhook;
  return { contract_id, id, url, secret: secretOf(deps, webhook) };
}

function secretOf(
  { gatewaySecret }: Pick<WebhookDeps, 'gatewaySecret'>,
  { contract_id, id }: Pick<StoredWebhook, 'contract_id' | 'id'>,
): string {
  const secret = createHmac('sha256', gatewaySecret).update(`webhook ${contract_id} ${id}`).digest('base64');
  return `whsec_${secret}`;
}

async function checkOwn(
  { store }: Pick<WebhookDeps, 'store'>,
  mandateId: string,
  caller: Caller,
): Promise<Result<void, WebhookRefusal>> {
  const mandate = await store.mandate(mandateId);
  if (mandate === null) return fail('contract_not_found', `There is no mandate ${mandateId}.`);
  const fault = mandateFault(caller, mandate.contract);
  return fault ?? ok(undefined);
}

function shown({ url, events, registered_at: at }: StoredWebhook) {
  return { url, events: [...events], registered_at: formatInstant(at) };
}

function noWebhook(mandateId: string): Result<never, WebhookRefusal> {
  return fail('webhook_not_found', `No webhook is registered for the mandate ${mandateId}.`);
}
