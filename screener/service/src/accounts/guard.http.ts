import type { Failure, Result } from '@common/base/result';
import { refuse } from '@common/kit/http/app';
import { type Allowance, clientNetwork, rateHeaders } from '@common/kit/rate-limit';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Access } from './access.ts';
import { takeAllowance, UNPROVEN_NAME } from './allowance.ts';
import type { Caller } from './identify-caller.ts';
import { sentKey } from './sent-key.http.ts';
import { EARLIER_KEY_HOURS } from './sign-up.ts';
import type { GatedOperation } from './tiers.ts';

/** The names of the key's security schemes in the OpenAPI document: a header of its own, or a bearer token. */
export const KEY_SCHEMES = { header: 'api_key', bearer: 'bearer_key' } as const;
/** The security of a route that needs a key. */
export const KEY_ONLY: readonly { readonly [name: string]: readonly string[] }[] = Object.values(
  KEY_SCHEMES,
).map((scheme) => ({ [scheme]: [] }));
/** A key is optional on every other route; a request without one belongs to the demo tier. */
export const KEY_OPTIONAL = [{}, ...KEY_ONLY];

/** The header that warns the holder of a key that another key of its account is now current. */
export const KEY_NOTICE = 'sanad-key-notice';

function noticeOf(endsAt: number): string {
  return `This key ends at ${new Date(endsAt).toISOString()}: another key of its account is the current one. To keep this key: POST /api/keys/keep with it as x-api-key; the other then ends ${EARLIER_KEY_HOURS} hours later.`;
}

type AccessDeps = Pick<Access, 'identify' | 'tiers' | 'limiters' | 'unproven' | 'wrongKeys'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a caller whose key is not valid; absent on routes that count no calls. */
    caller?: Caller | null;
  }
}

/**
 * The hook of routes for callers. Answers 401 for an invalid key, 429 above the tier's limit, and 403 if the
 * tier lacks the operation; for other requests `callerOf` then returns the caller. Refusals count towards the
 * limit like other requests.
 */
export function guard(deps: AccessDeps, operation?: GatedOperation): onRequestHookHandler {
  return (request, reply, done) => {
    const network = clientNetwork(request.ip);
    const key = sentKey(request);
    const identified = key.ok ? deps.identify(key.value, network) : key;
    const admit = (result: Result<Caller, string>): void => {
      if (result.ok) admitCaller(deps, { caller: result.value, network }, operation, request, reply, done);
      else {
        request.caller = null;
        refuseWrongKey(deps, network, reply, result.error).catch(done);
      }
    };
    if (identified instanceof Promise) identified.then(admit, done);
    else admit(identified);
  };
}

/** Returns the caller on a route with the hook of `guard`. */
export function callerOf(request: FastifyRequest): Caller {
  const { caller = null } = request;
  if (caller === null) throw new Error('the route has no access hook');
  return caller;
}

function admitCaller(
  deps: AccessDeps,
  { caller, network }: { readonly caller: Caller; readonly network: string },
  operation: GatedOperation | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  request.caller = caller;
  if (caller.endsAt !== null) reply.header(KEY_NOTICE, noticeOf(caller.endsAt));
  const enter = (): void => {
    if (operation === undefined || deps.tiers[caller.tier].may.has(operation)) {
      done();
      return;
    }
    refuse(reply, {
      status: 403,
      code: 'key_required',
      message: `The ${caller.tier} tier does not include ${operation}. Get a free key with POST /api/keys and send it as x-api-key or bearer token.`,
    });
  };
  takeAllowance(deps, caller, network).then((taken) => {
    if (taken !== null) reply.headers(rateHeaders(taken.limiter.policy, taken.allowance));
    if (taken === null || taken.allowance.allowed) {
      enter();
      return;
    }
    const { policy } = taken.limiter;
    const { requests } = policy;
    const { resetS } = taken.allowance;
    const what = policy.name === UNPROVEN_NAME ? UNPROVEN_SHARE : `The ${caller.tier} tier allows`;
    const more = caller.tier === 'demo' ? ' A free key from POST /api/keys allows more.' : '';
    refuse(reply, {
      status: 429,
      code: 'rate_limit_exceeded',
      message: `${what} ${requests} requests a minute. Try again in ${resetS} s.${more}`,
      detail: { tier: caller.tier, requests, reset_s: resetS },
    });
  }, done);
}

const UNPROVEN_SHARE = 'All keys of accounts that did not prove their e-mail address share, in one network,';

/** RFC 9110, 15.5.2: a 401 says how to authenticate. No registered scheme describes a key in `x-api-key`. */
export const BEARER_CHALLENGE = 'Bearer realm="sanad"';

/** Refuses an invalid key or token with 401, or with 429 once an address has sent too many of them. */
export async function refuseWrongKey(
  { wrongKeys }: Pick<AccessDeps, 'wrongKeys'>,
  network: string,
  reply: FastifyReply,
  refusal: Pick<Failure, 'code' | 'message'>,
): Promise<void> {
  const allowance = await wrongKeys.take(network);
  if (allowance.allowed) {
    refuse(reply, {
      status: 401,
      code: refusal.code,
      message: refusal.message,
      headers: { 'www-authenticate': BEARER_CHALLENGE },
    });
    return;
  }
  refuseTooMany({ wrongKeys }, reply, allowance);
}

/** Refuses with 429 after too many invalid keys. */
export function refuseTooMany(
  { wrongKeys }: Pick<AccessDeps, 'wrongKeys'>,
  reply: FastifyReply,
  allowance: Allowance,
): void {
  refuse(reply, {
    status: 429,
    code: 'rate_limit_exceeded',
    message: `Too many invalid keys from this address. Try again in ${allowance.resetS} s.`,
    headers: rateHeaders(wrongKeys.policy, allowance),
  });
}
