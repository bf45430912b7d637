import { type Static, Type } from 'typebox';
import { AgentTokenId, closed, GrantId, Instant, MandateId, nullable } from './primitives.ts';

/**
 * What an agent may be told of a grant: that a person approved or rejected it, that it was executed, that it expired,
 * that it ended without effect in another way (`denied`), or what became later of what the counterparty accepted.
 */
export const AGENT_EVENTS = [
  'grant.approved',
  'grant.rejected',
  'grant.executed',
  'grant.denied',
  'grant.expired',
  'grant.settled',
  'grant.failed',
  'grant.returned',
] as const;
export type AgentEvent = (typeof AGENT_EVENTS)[number];

const Address = Type.String({ maxLength: 500, description: 'Where it is told, https://…' });
const Events = Type.Array(Type.Enum([...AGENT_EVENTS]), {
  minItems: 1,
  maxItems: AGENT_EVENTS.length,
  uniqueItems: true,
});

/** `PUT /v1/webhook` of the gateway. */
export const WebhookRequest = closed({ url: Address, events: Type.Optional(Events) });
export type WebhookRequest = Static<typeof WebhookRequest>;

/** The mandate whose webhook the gateway asks about. */
export const WebhookOf = closed({ contract_id: MandateId });

/** `POST /webhooks` of the authority. */
export const OwnWebhookRequest = closed({
  ...WebhookOf.properties,
  ...WebhookRequest.properties,
  token_id: {
    ...nullable(AgentTokenId),
    description: 'The recorded token of the caller, with which the webhook ends',
  },
  ends_at: {
    ...nullable(Instant),
    description: 'When the caller’s token ends that has no record; null for others',
  },
});
export type OwnWebhookRequest = Static<typeof OwnWebhookRequest>;

const KEPT = { url: Address, events: Events, registered_at: Instant };

/** The answer to the one who registers a webhook. */
export const NewWebhook = closed({
  ...KEPT,
  secret: Type.String({ description: 'Checks each message (Standard Webhooks). Not shown again' }),
});
export type NewWebhook = Static<typeof NewWebhook>;

const OF_GRANT = { type: Type.Enum([...AGENT_EVENTS]), grant_id: GrantId };

/** `GET /v1/webhook` of the gateway. */
export const AgentWebhook = closed({
  ...KEPT,
  last_delivery: nullable(closed({ ...OF_GRANT, delivered_at: Instant })),
  last_failure: nullable(
    closed({
      ...OF_GRANT,
      problem: Type.String(),
      next_attempt_at: nullable({ ...Instant, description: 'Null once it was given up' }),
    }),
  ),
});
export type AgentWebhook = Static<typeof AgentWebhook>;

/** The answer to the one who removes a webhook. */
export const RemovedWebhook = closed({ removed: Type.Literal(true) });
