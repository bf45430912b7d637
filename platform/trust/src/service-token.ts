import { createHash } from 'node:crypto';
import { jwtKey, readJwt, signJwt } from './jwt.ts';

/** What the gateway claims for one call. See ADR 0015. */
export interface ServiceToken {
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
const MAX_AGE_S = 120;

/** Tokens by which the gateway shows itself: short-lived, for one request or one grant. */
export function createTokenIssuer(secret: string, clock: () => number): IssueToken {
  const key = jwtKey(secret);
  return ({ principal, scope, ref }) => {
    const iat = Math.floor(clock() / 1_000);
    const times = { iat, exp: iat + LIFETIME_S };
    return signJwt(key, { scope, ref, iss: ISSUER, aud: AUDIENCE, sub: principal, ...times });
  };
}

/** INVARIANT: a token of an agent (no audience) is never a token of the gateway. */
export function createTokenReader(secret: string, clock: () => number): TokenReader {
  const key = jwtKey(secret);
  return {
    read(token, demand) {
      const nowMs = clock();
      const read = readJwt(key, token, { nowMs, toleranceS: 0 });
      if (!read.ok) return null;
      const { iss, aud, sub, iat, exp, scope, ref } = read.value;
      const isGateways = iss === ISSUER && aud === AUDIENCE && exp !== undefined;
      if (!isGateways || nowMs / 1_000 - iat > MAX_AGE_S || typeof sub !== 'string') return null;
      return scope === demand.scope && ref === demand.ref ? { principal: sub } : null;
    },
  };
}

export function bearerOf(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_.-]{1,4096})$/i.exec(header ?? '')?.[1] ?? null;
}

/** The hash of the body as the gateway wrote it: JSON without spaces, in the order of its fields. */
export function bodyHash(body: unknown): string {
  return hashOfText(JSON.stringify(body));
}

/** As `bodyHash`, of the text of a body. */
export function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
