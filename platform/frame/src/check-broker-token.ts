import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { fail, ok, type Result } from '@common/base/result';
import { BROKER_TOKEN_LIFETIME_S, BrokerToken } from '@platform/core/objects/counterparty';
import { Compile } from 'typebox/compile';
import type { TokenStore } from './used-tokens.ts';

export type TokenRefusal =
  | 'broker_token_missing'
  | 'broker_token_invalid'
  | 'broker_token_expired'
  | 'broker_token_mismatch'
  | 'broker_token_used';

export interface TokenDeps {
  readonly store: TokenStore;
  /** `PEP_BROKER_SECRET`, shared only with the enforcement point. */
  readonly brokerSecret: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** The request that the token must be for, exactly as received. */
interface PresentedRequest {
  readonly method: string;
  /** The request target, including the query. */
  readonly path: string;
  readonly bodySha256: string;
}

const FORM = /^v1\.([A-Za-z0-9_-]{1,4096})\.([0-9a-f]{64})$/;
/** How far the enforcement point's clock may be ahead of ours. */
const CLOCK_SKEW_S = 5;
const token = Compile(BrokerToken);

/** The SHA-256 of zero bytes, for a request without a body. */
export const NO_BODY_SHA256 = createHash('sha256').digest('hex');

/** Who uses the token up: this check, or the transaction of the order that it is for. */
export type UsedUp = 'here' | 'by_order';

/**
 * Checks that the enforcement point made this token for exactly this request. INVARIANT: a token that passes is used up
 * by it, with `by_order` at the latest in the transaction that has the effect.
 */
export async function checkBrokerToken(
  deps: TokenDeps,
  header: string | undefined,
  request: PresentedRequest,
  usedUp: UsedUp,
): Promise<Result<BrokerToken, TokenRefusal>> {
  if (header === undefined)
    return fail('broker_token_missing', 'This operation needs a broker token from the enforcement point.');
  const read = readToken(header, deps.brokerSecret);
  if (!read.ok) return read;
  const { jti, iat, exp, method, path, body_sha256: bodySha256 } = read.value;
  const nowS = Math.floor(deps.clock() / 1_000);
  if (exp <= nowS) return fail('broker_token_expired', 'The broker token has expired; make a new one.');
  if (iat > nowS + CLOCK_SKEW_S || exp - iat > BROKER_TOKEN_LIFETIME_S) {
    const message = `The broker token is dated in the future, or valid for more than ${BROKER_TOKEN_LIFETIME_S} s.`;
    return fail('broker_token_invalid', message);
  }
  if (method !== request.method || path !== request.path || bodySha256 !== request.bodySha256)
    return fail('broker_token_mismatch', 'The broker token is for another method, path or body.');
  deps.store.sweepTokens(nowS);
  if (usedUp === 'here' && !(await deps.store.claimToken(jti, exp))) return tokenUsed();
  return ok(read.value);
}

export function tokenUsed(): Result<never, 'broker_token_used'> {
  return fail('broker_token_used', 'The broker token has already been used; each call needs its own.');
}

function readToken(header: string, secret: string): Result<BrokerToken, TokenRefusal> {
  const refusal = fail('broker_token_invalid', 'The broker token was not made with this secret.');
  const [, payload, mac] = FORM.exec(header) ?? [];
  if (payload === undefined || mac === undefined) return refusal;
  const expected = createHmac('sha256', secret).update(`v1.${payload}`).digest();
  if (!timingSafeEqual(expected, Buffer.from(mac, 'hex'))) return refusal;
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return token.Check(value) ? ok(value) : refusal;
  } catch {
    return refusal;
  }
}
