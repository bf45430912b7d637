import { signJwt } from '@platform/trust/jwt';

/** An agent's token (interface document, part 5): `sub` the principal, `iat`, and `exp`. */
export function issueAgentToken(secret: string, principal: string, now: number, lifetimeS: number): string {
  const iat = Math.floor(now / 1_000);
  return signJwt(secret, { sub: principal, iat, exp: iat + lifetimeS });
}
