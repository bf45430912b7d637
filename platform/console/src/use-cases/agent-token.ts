import { signJwt } from '@platform/keys/jwt';

/** The token’s holder, and what it is for. The gateway holds the caller to all of it. */
interface AgentTokenFor {
  readonly principal: string;
  readonly agent: string;
  /** The ids of mandates, at least one. */
  readonly contracts: readonly string[];
}

/**
 * An agent’s token (interface document, part 5): `sub` is the principal, beside `iat`, `exp`, `agent` and
 * `contracts`.
 */
export function issueAgentToken(
  secret: string,
  { principal, agent, contracts }: AgentTokenFor,
  now: number,
  lifetimeS: number,
): string {
  const iat = Math.floor(now / 1_000);
  return signJwt(secret, { sub: principal, agent, contracts, iat, exp: iat + lifetimeS });
}
