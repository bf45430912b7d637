import type { AgentTokenRecord } from '@platform/core/objects/agent-token';
import type { Mandate } from '@platform/core/objects/mandate';

/** What a mandate’s page gives its script about the agent’s tokens. */
export interface TokensData {
  /** Those that can be ended. */
  readonly tokens: readonly Pick<AgentTokenRecord, 'token' | 'token_hash'>[];
  /** Those that one token may name: this one first, then others of the same tenant, principal and agent. */
  readonly mandates: readonly Mandate[];
  readonly gateway: string;
  /** Whether the page has the form that makes one. */
  readonly mayMake: boolean;
}
