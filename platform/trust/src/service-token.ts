import { createHash } from 'node:crypto';
import { createJwtSigner, readJwt } from './jwt.ts';

/** What the gateway claims for one call. See ADR 0015. */
interface ServiceToken {
  readonly principal: string;
}

export interface TokenDemand {
  readonly scope: 'grants' | 'events' | 'execute';
  /** SHA-256 of the body in hex, or the grant's id. */
  readonly ref: string;
}

export interface TokenReader {
  /** Null for a token that is not the gateway's, or not for this call. */
  read(token: string, demand: TokenDemand): ServiceToken | null;
}

export type IssueToken = (claims: ServiceToken & TokenDemand) => string;

const ISSUER = 'gateway';
const AUDIENCE = 'authority';
const LIFETIME_S = 60;
/** Whatever its `exp` says. */
const MAX_AGE_MS = 120_000;

/** Tokens by which the gateway identifies itself: short-lived, for one request or one grant. */
export function createTokenIssuer(secret: string, clock: () => number): IssueToken {
  const sign = createJwtSigner(secret);
  return ({ principal, scope, ref }) => {
    const iat = Math.floor(clock() / 1_000);
    const times = { iat, exp: iat + LIFETIME_S };
    return sign({ scope, ref, iss: ISSUER, aud: AUDIENCE, sub: principal, ...times });
  };
}

/** INVARIANT: a token of an agent (no audience) is never a token of the gateway. */
export function createTokenReader(secret: string, clock: () => number): TokenReader {
  return {
    read(token, demand) {
      const read = readJwt(secret, token, {
        nowMs: clock(),
        maxAgeMs: MAX_AGE_MS,
        allowedIss: ISSUER,
        requiredClaims: ['iss', 'exp'],
      });
      if (!read.ok) return null;
      const { aud, sub, scope, ref } = read.value;
      // Compared here, because the library accepts a list of audiences that includes this one.
      if (aud !== AUDIENCE || typeof sub !== 'string') return null;
      return scope === demand.scope && ref === demand.ref ? { principal: sub } : null;
    },
  };
}

/** The hash of the body as the gateway wrote it: JSON without spaces, in the order of its fields. */
export function bodyHash(body: unknown): string {
  return hashOfText(JSON.stringify(body));
}

/** As `bodyHash`, of the text of a body. */
export function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
