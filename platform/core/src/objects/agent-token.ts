import { type Static, Type } from 'typebox';
import {
  AgentTokenId,
  closed,
  DeploymentId,
  Hash,
  Instant,
  MandateId,
  MandateName,
  Name,
  nullable,
  SignedInstant,
  TenantId,
  Text,
} from './primitives.ts';
import { Signature } from './signature.ts';

/** The longest time for which a token is made, in hours. */
export const MOST_TOKEN_HOURS = 24 * 366;

/**
 * What a principal signs to give an agent a token. It says everything of the token but the secret by which the token is
 * signed, so anyone may read it.
 */
export const AgentToken = closed({
  type: Type.Literal('sanad/agent-token/1'),
  deployment: DeploymentId,
  token_id: AgentTokenId,
  name: { ...MandateName, description: 'What people call it: 1 to 60 visible characters' },
  tenant: TenantId,
  principal: Name,
  agent: Name,
  /** The mandates that it is good for, all of this tenant, principal and agent. */
  contracts: Type.Array(MandateId, { minItems: 1, maxItems: 64, uniqueItems: true }),
  made_at: SignedInstant,
  expires_at: SignedInstant,
});
export type AgentToken = Static<typeof AgentToken>;

/** `POST /tokens`. */
export const SignedAgentToken = closed({ token: AgentToken, token_hash: Hash, signature: Signature });
export type SignedAgentToken = Static<typeof SignedAgentToken>;

/** What the principal signs to end a token before its time. */
export const AgentTokenEnd = closed({
  type: Type.Literal('sanad/agent-token-end/1'),
  deployment: DeploymentId,
  token_id: AgentTokenId,
  token_hash: Hash,
  ended_at: SignedInstant,
  reason: Text,
});
export type AgentTokenEnd = Static<typeof AgentTokenEnd>;

/** `POST /tokens/{token_id}/end`. */
export const SignedAgentTokenEnd = closed({ end: AgentTokenEnd, end_hash: Hash, signature: Signature });
export type SignedAgentTokenEnd = Static<typeof SignedAgentTokenEnd>;

/** A token as `GET /tokens` lists it. */
export const AgentTokenRecord = closed({
  ...SignedAgentToken.properties,
  registered_at: Instant,
  last_used_at: nullable({ ...Instant, description: 'To the minute; null if it was never used' }),
  end: nullable(SignedAgentTokenEnd),
});
export type AgentTokenRecord = Static<typeof AgentTokenRecord>;
