import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { fail, ok, type Result } from '@common/base/result';

export type JwtRefusal = 'jwt_invalid' | 'jwt_expired' | 'jwt_not_yet_valid';

/** Claims of a token whose signature and times are good. What else they must say is the caller's to check. */
export type JwtClaims = Readonly<Record<string, unknown>> & { readonly iat: number };

export interface JwtTimes {
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** How far clocks may differ. */
  readonly toleranceS: number;
}

/** Three parts in base64url without padding; longer tokens are refused before anything is computed. */
const FORM = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;
const MAX_LENGTH = 4_096;
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/** A secret in the form that `signJwt` and `readJwt` take: made once, for it costs as much as a token. */
export function jwtKey(secret: string): KeyObject {
  return createSecretKey(secret, 'utf8');
}

/** A JSON Web Token (RFC 7519) with HMAC SHA-256. */
export function signJwt(key: KeyObject, claims: Readonly<Record<string, unknown>>): string {
  const signed = `${HEADER}.${encode(claims)}`;
  return `${signed}.${macOf(key, signed)}`;
}

/**
 * Reads a token. INVARIANT: HS256 is the only algorithm there is here, so no header can choose another; nothing of a
 * token is read before its signature is good. `iat` must be there and not lie ahead; `exp` and `nbf` count where they are
 * there. Refused too: a header with `crit`, for it demands what we do not know.
 */
export function readJwt(
  key: KeyObject,
  token: string,
  { nowMs, toleranceS }: JwtTimes,
): Result<JwtClaims, JwtRefusal> {
  const [, header = '', payload = '', mac = ''] = token.length > MAX_LENGTH ? [] : (FORM.exec(token) ?? []);
  const expected = macOf(key, `${header}.${payload}`);
  if (mac.length !== expected.length || !timingSafeEqual(Buffer.from(mac), Buffer.from(expected)))
    return fail('jwt_invalid', 'not a token that this secret signed');
  const { alg, crit } = decode(header) ?? {};
  const claims = decode(payload);
  if (claims === null || alg !== 'HS256' || crit !== undefined)
    return fail('jwt_invalid', 'not a JWT signed with HS256');
  const { iat, exp, nbf } = claims;
  if (typeof iat !== 'number' || !isInstant(exp) || !isInstant(nbf))
    return fail('jwt_invalid', 'iat must be there; iat, exp and nbf must be numbers');
  const nowS = nowMs / 1_000;
  if (exp !== undefined && exp <= nowS - toleranceS) return fail('jwt_expired', 'the token has expired');
  if (Math.max(iat, nbf ?? iat) > nowS + toleranceS)
    return fail('jwt_not_yet_valid', 'iat or nbf lies in the future');
  return ok({ ...claims, iat });
}

function macOf(key: KeyObject, signed: string): string {
  return createHmac('sha256', key).update(signed).digest('base64url');
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The object that a part says; null where it says none. */
function decode(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function isInstant(value: unknown): value is number | undefined {
  return value === undefined || typeof value === 'number';
}
