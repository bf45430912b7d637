import { signJwt } from '@platform/keys/jwt';

/** Whose token it is, and what for: the gateway holds its holder to all of it. */
interface AgentTokenFor {
  readonly principal: string;
  readonly agent: string;
  /** Ids of mandates: at least one. */
  readonly contracts: readonly string[];
}

/** An agent's token (interface document, part 5): `sub` the principal, `iat`, and `exp`, `agent` and `contracts`. */
export function issueAgentToken(
  secret: string,
  { principal, agent, contracts }: AgentTokenFor,
  now: number,
  lifetimeS: number,
): string {
  const iat = Math.floor(now / 1_000);
  return signJwt(secret, { sub: principal, agent, contracts, iat, exp: iat + lifetimeS });
}
