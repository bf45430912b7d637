import { createHash } from 'node:crypto';
import { refuse } from '@common/kit/http/app';
import { BROKER_TOKEN_HEADER, type BrokerToken } from '@platform/core/objects/counterparty';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { checkBrokerToken, NO_BODY_SHA256, type TokenDeps, type UsedUp } from './check-broker-token.ts';

export const BROKER_TOKEN_SCHEME = 'brokerToken';
export const BROKER_TOKEN_SECURITY = {
  type: 'apiKey',
  in: 'header',
  name: BROKER_TOKEN_HEADER,
  description: 'Made by the enforcement point for one call, and bound to its method, path and body.',
} as const;

interface GuardHooks {
  readonly preParsing: (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: RequestPayload,
    done: (error: null, payload: RequestPayload) => void,
  ) => void;
  readonly preValidation: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** Guards a route: no handler runs without a token that `checkBrokerToken` accepted. */
export interface BrokerGuard {
  /** Hooks to spread into the options of a route that reads: they use the token up. */
  readonly hooks: GuardHooks;
  /** The same for a route whose order uses the token up. */
  readonly orderHooks: GuardHooks;
  /** The token that admitted the request. */
  readonly tokenOf: (request: FastifyRequest) => BrokerToken;
}

export function brokerGuard(deps: TokenDeps): BrokerGuard {
  const digests = new WeakMap<FastifyRequest, () => string>();
  const tokens = new WeakMap<FastifyRequest, BrokerToken>();
  const hooksOf = (usedUp: UsedUp): GuardHooks => ({
    // Hashes the raw bytes before anything parses them: the token is bound to bytes, not to their meaning.
    preParsing: (request, _reply, payload, done) => {
      if (request.body === undefined && hasBody(request)) {
        const hash = createHash('sha256');
        payload.on('data', (chunk: Uint8Array) => hash.update(chunk));
        digests.set(request, () => hash.copy().digest('hex'));
      }
      done(null, payload);
    },
    preValidation: async (request, reply) => {
      const header = request.headers[BROKER_TOKEN_HEADER];
      const presented = {
        method: request.method,
        path: request.url,
        bodySha256: digests.get(request)?.() ?? NO_BODY_SHA256,
      };
      const checked = await checkBrokerToken(
        deps,
        typeof header === 'string' ? header : undefined,
        presented,
        usedUp,
      );
      if (!checked.ok) return refuse(reply, { status: 401, ...checked.error });
      tokens.set(request, checked.value);
    },
  });
  return {
    hooks: hooksOf('here'),
    orderHooks: hooksOf('by_order'),
    tokenOf: (request) => {
      const token = tokens.get(request);
      if (token === undefined) throw new Error('the route has no broker guard');
      return token;
    },
  };
}

/** A GET's body is never read. */
function hasBody(request: FastifyRequest): boolean {
  return request.method !== 'GET';
}
