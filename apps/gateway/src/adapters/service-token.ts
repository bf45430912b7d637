import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';

/** What a service token may be used for; the authority checks it. */
export type Scope = 'grants' | 'events' | 'execute';

const LIFETIME_S = 60;

export type IssueToken = (claims: {
  readonly principal: string;
  readonly scope: Scope;
  readonly ref: string;
}) => Promise<string>;

/** Tokens by which the gateway shows itself to the authority: short-lived, for one request or one grant. */
export function createTokenIssuer(secret: Uint8Array, clock: () => number): IssueToken {
  return ({ principal, scope, ref }) => {
    const now = Math.floor(clock() / 1_000);
    return new SignJWT({ scope, ref })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer('gateway')
      .setAudience('authority')
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME_S)
      .setSubject(principal)
      .sign(secret);
  };
}

/** The `ref` of a request: SHA-256 of its body. */
export function refOfBody(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}
