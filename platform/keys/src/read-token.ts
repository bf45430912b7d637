import { join } from 'node:path';
import { isErrorCode, KeyFileError, readKeyFileNow } from '@common/kit/private-file';
import { createJwtSigner, readJwt } from './jwt.ts';

/**
 * Tokens by which the deployment’s own programs read at an authority whose reads are closed: gateway, enforcement point and
 * the operator’s command, which all know the gateway’s secret. INVARIANT: such a token has an issuer of its own, so it
 * proposes, reports and presents nothing.
 */
const ISSUER = 'service';
const AUDIENCE = 'authority';
const SCOPE = 'reads';
const LIFETIME_S = 60;

export function createReadTokens(secret: string, clock: () => number): () => string {
  const sign = createJwtSigner(secret);
  return () => {
    const iat = Math.floor(clock() / 1_000);
    return sign({ iss: ISSUER, aud: AUDIENCE, scope: SCOPE, iat, exp: iat + LIFETIME_S });
  };
}

export function isReadToken(secret: string, token: string, nowMs: number): boolean {
  const demands = { maxAgeMs: LIFETIME_S * 1_000, toleranceMs: LIFETIME_S * 1_000 };
  const read = readJwt(secret, token, {
    nowMs,
    ...demands,
    allowedIss: ISSUER,
    requiredClaims: ['iss', 'exp'],
  });
  return read.ok && read.value.aud === AUDIENCE && read.value.scope === SCOPE;
}

/**
 * The same for a command beside the keys. Null where the secret is neither set nor readable: such a command reads only what
 * is open to everyone.
 */
export function readTokensBeside(
  dir: string,
  fromEnv: string | undefined,
  clock: () => number,
): () => string | null {
  return () => {
    const secret = fromEnv ?? secretIn(dir);
    return secret === null ? null : createReadTokens(secret, clock)();
  };
}

function secretIn(dir: string): string | null {
  try {
    return readKeyFileNow(join(dir, 'gateway.secret'), 'private')?.trim() ?? null;
  } catch (error) {
    if (error instanceof KeyFileError || isErrorCode(error, 'EACCES', 'EPERM', 'ENOTDIR')) return null;
    throw error;
  }
}
