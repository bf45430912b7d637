import { createHash, timingSafeEqual } from 'node:crypto';
import { refuse } from '@common/kit/http/app';
import { type Allowance, clientNetwork, type RateLimiter } from '@common/kit/rate-limit';
import type { onRequestHookHandler } from 'fastify';
import { refuseTooMany, refuseWrongKey } from './guard.http.ts';
import { bearerToken } from './sent-key.http.ts';

/** The name of the operator's security scheme in the OpenAPI document. */
export const ADMIN_SCHEME = 'admin_token';
export const ADMIN_ONLY: readonly { readonly [name: string]: readonly string[] }[] = [{ [ADMIN_SCHEME]: [] }];

export interface AdminDeps {
  /** Null if the operator set none, so that every request is refused. */
  readonly adminToken: string | null;
  /** Limits wrong tokens and keys per network address. */
  readonly wrongKeys: RateLimiter;
}

/**
 * The hook of operator-only routes. Answers 403 if no token is set, 401 for a wrong or missing one, and 429
 * to an address that has sent too many of these, even if it sends the right one now.
 */
export function adminGuard({ adminToken, wrongKeys }: AdminDeps): onRequestHookHandler {
  const isRight = adminTokenCheck(adminToken);
  return (request, reply, done) => {
    if (adminToken === null) {
      refuse(reply, {
        status: 403,
        code: 'admin_token_not_set',
        message: 'This service has no admin token: set ADMIN_TOKEN to at least 16 characters and restart it.',
      });
      return;
    }
    const network = clientNetwork(request.ip);
    const judge = (spent: Allowance | null): void => {
      if (spent !== null) {
        refuseTooMany({ wrongKeys }, reply, spent);
        return;
      }
      if (isRight(bearerToken(request))) {
        done();
        return;
      }
      const refusal = {
        code: 'invalid_admin_token',
        message: 'Send this service’s ADMIN_TOKEN as `Authorization: Bearer <token>`.',
      };
      refuseWrongKey({ wrongKeys }, network, reply, refusal).catch(done);
    };
    // This comes before the token is checked: otherwise 429 would still distinguish a wrong token from the
    // right one.
    wrongKeys.spent(network).then(judge, done);
  };
}

/** Returns a check for the admin token. It is always false if there is no token. */
export function adminTokenCheck(adminToken: string | null): (given: string | undefined) => boolean {
  const expected = adminToken === null ? null : digest(adminToken);
  // All digests have one length, so timing reveals nothing about the token.
  return (given) => expected !== null && given !== undefined && timingSafeEqual(digest(given), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
