import type { AgentTokenRecord, SignedAgentTokenEnd } from '@platform/core/objects/agent-token';

interface TokenFilter {
  /** Null for those of all tenants. */
  readonly tenants: readonly string[] | null;
  /** Where the page before ended; null for the first. */
  readonly after: { readonly at: string; readonly id: string } | null;
  readonly limit: number;
  /** Null for those of all mandates. */
  readonly mandateId: string | null;
  /** Null for all. */
  readonly tokenId: string | null;
  /** Only those that have not ended, and whose time is not over at that instant; null for all. */
  readonly goodAt: string | null;
}

export interface AgentTokenReads {
  agentToken(tokenId: string): Promise<AgentTokenRecord | null>;
  /** Those of these tokens that exist. */
  agentTokens(tokenIds: readonly string[]): Promise<readonly AgentTokenRecord[]>;
  /** Tokens, newest first. */
  agentTokensOf(filter: TokenFilter): Promise<readonly AgentTokenRecord[]>;
  noteTokensUsed(tokenIds: readonly string[], at: string): Promise<void>;
}

/** Within the lock of the tenant. */
export interface AgentTokenWrites {
  agentToken(tokenId: string): Promise<AgentTokenRecord | null>;
  insertAgentToken(record: AgentTokenRecord): Promise<void>;
  endAgentToken(tokenId: string, end: SignedAgentTokenEnd): Promise<void>;
}
