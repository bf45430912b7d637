import type { AgentEvent, AgentWebhook } from '@platform/core/objects/agent-webhook';

/** An agent's webhook as it is stored: without the secret, which follows from its id. */
export interface StoredWebhook {
  readonly contract_id: string;
  readonly id: string;
  readonly url: string;
  readonly events: readonly AgentEvent[];
  /** The token that registered it, with which it ends; null for one without a record. */
  readonly token_id: string | null;
  /** When a token without a record ends, in milliseconds since the epoch; null for others. */
  readonly ends_at: number | null;
  /** Milliseconds since the epoch. */
  readonly registered_at: number;
}

/** The webhooks of agents: one for each mandate. */
export interface WebhookStore {
  webhook(mandateId: string): Promise<StoredWebhook | null>;
  /** Replaces the one that the mandate has. */
  keepWebhook(webhook: StoredWebhook): Promise<void>;
  /** Returns whether there was one. */
  removeWebhook(mandateId: string): Promise<boolean>;
  /** What was last delivered there, and what was last not, since then. */
  lastTold(recipient: string, since: number): Promise<Pick<AgentWebhook, 'last_delivery' | 'last_failure'>>;
}
