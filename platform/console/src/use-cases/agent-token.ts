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

/**
 * An agent’s token (interface document, part 5): `sub` is the principal, beside `iat`, `exp`, `agent` and
 * `contracts`.
 */
export function issueAgentToken(
  secret: string,
  { principal, agent, contracts, tokenId }: AgentTokenFor,
  now: number,
  lifetimeS: number,
): string {
  const iat = Math.floor(now / 1_000);
  return signJwt(secret, {
    sub: principal,
    agent,
    contracts,
    ...(tokenId !== null && { token_id: tokenId }),
    iat,
    exp: iat + lifetimeS,
  });
}
