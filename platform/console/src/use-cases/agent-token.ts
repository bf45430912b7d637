import { SignJWT } from 'jose';

/** An agent's token (interface document, part 5): HS256, `sub` the principal, `iat`, and `exp`. */
export function issueAgentToken(
  secret: string,
  principal: string,
  now: number,
  lifetimeS: number,
): Promise<string> {
  const iat = Math.floor(now / 1_000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(principal)
    .setIssuedAt(iat)
    .setExpirationTime(iat + lifetimeS)
    .sign(new TextEncoder().encode(secret));
}
