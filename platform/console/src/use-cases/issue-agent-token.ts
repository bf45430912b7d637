import { requiredMs } from '@common/base/instant';
import type { AgentToken } from '@platform/core/objects/agent-token';
import { signJwt } from '@platform/keys/jwt';

/** The token’s holder, and what it is for. The gateway holds the caller to all of it. */
interface AgentTokenFor {
  readonly principal: string;
  readonly agent: string;
  /** The ids of mandates, at least one. */
  readonly contracts: readonly string[];
  /** Its record at the authority, by which it can be ended; null for a token that has none. */
  readonly tokenId: string | null;
}

/** `sub` is the principal, beside `iat`, `exp`, `agent` and `contracts` (interface document, part 5). */
function claimsOf({ principal, agent, contracts, tokenId }: AgentTokenFor, nowMs: number, lifetimeS: number) {
  const iat = Math.floor(nowMs / 1_000);
  return {
    ...{ sub: principal, agent, contracts },
    ...(tokenId !== null && { token_id: tokenId }),
    ...{ iat, exp: iat + lifetimeS },
  };
}

/** An agent’s token. */
export function issueAgentToken(
  secret: string,
  holder: AgentTokenFor,
  nowMs: number,
  lifetimeS: number,
): string {
  return signJwt(secret, claimsOf(holder, nowMs, lifetimeS));
}

/**
 * What the token of this record says. It was not made later than `nowMs`: the clock of the signer's machine may be ahead,
 * and gateways refuse what was made in the future.
 */
export function agentTokenClaims(
  { token_id: tokenId, principal, agent, contracts, made_at, expires_at }: AgentToken,
  nowMs: number,
) {
  const madeMs = Math.min(requiredMs(made_at), nowMs);
  const lifetimeS = Math.floor((requiredMs(expires_at) - madeMs) / 1_000);
  return claimsOf({ principal, agent, contracts, tokenId }, madeMs, lifetimeS);
}

/**
 * The token of this record, which is a secret. Give it out only once the authority has registered the record, because
 * gateways refuse it before.
 */
export function agentTokenText(secret: string, token: AgentToken, nowMs: number): string {
  return signJwt(secret, agentTokenClaims(token, nowMs));
}
