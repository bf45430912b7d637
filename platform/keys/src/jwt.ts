import { fail, ok, type Result } from '@common/base/result';
import { createSigner, createVerifier, TOKEN_ERROR_CODES, TokenError, type VerifierOptions } from 'fast-jwt';

export type JwtRefusal = 'jwt_invalid' | 'jwt_expired' | 'jwt_not_yet_valid';

/** The claims of a token whose signature and times are valid. The caller checks the rest. */
type JwtClaims = Readonly<Record<string, unknown>>;

export interface JwtDemands extends Pick<VerifierOptions, 'allowedIss' | 'requiredClaims'> {
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** By how much clocks may differ. */
  readonly toleranceMs?: number;
  /** The greatest age since `iat`, whatever `exp` says. Default: any. */
  readonly maxAgeMs?: number;
}

/** INVARIANT: this is the only algorithm here, so no header can choose another. */
const ALGORITHM = 'HS256';

/** Three parts in base64url. The last character of 32 bytes has two spare bits, which the library ignores. */
const FORM = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;

/** Makes JSON Web Tokens (RFC 7519) with HMAC SHA-256. `claims` has `iat`, and `exp` if the token expires. */
export function createJwtSigner(secret: string): (claims: JwtClaims) => string {
  return createSigner({ key: secret, algorithm: ALGORITHM });
}

/** Makes one token. To make many, keep a signer, because preparing the secret costs as much as signing. */
export function signJwt(secret: string, claims: JwtClaims): string {
  return createJwtSigner(secret)(claims);
}

/**
 * Reads a token. The library checks form, signature, `crit`, types and times. It keeps no verified token, so
 * none outlives its `exp`. We check the rest: `iat` must be present and not in the future, and a token
 * expires at the instant of its `exp`, not a millisecond later.
 */
export function readJwt(
  secret: string,
  token: string,
  { nowMs, toleranceMs = 0, maxAgeMs, allowedIss, requiredClaims = [] }: JwtDemands,
): Result<JwtClaims, JwtRefusal> {
  if (!FORM.test(token)) return fail('jwt_invalid', 'not a token signed with HS256');
  const verify = createVerifier({
    key: secret,
    algorithms: [ALGORITHM],
    cache: false,
    clockTimestamp: nowMs,
    clockTolerance: toleranceMs,
    requiredClaims,
    ...(maxAgeMs === undefined ? {} : { maxAge: maxAgeMs }),
    ...(allowedIss === undefined ? {} : { allowedIss }),
  });
  let claims: JwtClaims;
  try {
    claims = verify(token);
  } catch (error) {
    return refusalOf(error);
  }
  const { iat, exp } = claims;
  if (typeof iat !== 'number') return fail('jwt_invalid', 'iat must be present and a number');
  if (iat * 1_000 > nowMs + toleranceMs) return fail('jwt_not_yet_valid', 'iat is in the future');
  if (typeof exp === 'number' && exp * 1_000 <= nowMs - toleranceMs)
    return fail('jwt_expired', 'the token has expired');
  return ok(claims);
}

function refusalOf(error: unknown): Result<never, JwtRefusal> {
  const { code, message } = error instanceof TokenError ? error : { code: '', message: 'not a JWT' };
  if (code === TOKEN_ERROR_CODES.expired) return fail('jwt_expired', message);
  if (code === TOKEN_ERROR_CODES.inactive) return fail('jwt_not_yet_valid', message);
  return fail('jwt_invalid', message);
}

/** The token of an `Authorization` header; null if it has none, or one longer than any of ours. */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_.-]{1,4096})$/i.exec(header ?? '')?.[1] ?? null;
}
