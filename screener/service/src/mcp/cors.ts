import type { HttpApp } from '@common/kit/http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { OriginRules } from './origin.ts';

/** Headers that a client of the protocol sends and reads besides those that browsers always allow. */
const SENT = 'content-type, accept, x-api-key, mcp-protocol-version, mcp-method, mcp-name';
const READ = 'x-request-id, ratelimit, ratelimit-policy, retry-after';
const PREFLIGHT_LIFETIME_S = 3_600;

/** `OPTIONS` on the path: the browser's question before a page of an allowed origin may call. */
export function addPreflight(app: HttpApp, path: string, { allowed }: OriginRules): void {
  app.options(path, { schema: { hide: true } }, (request, reply) => {
    const { origin } = request.headers;
    if (origin !== undefined && allowed.has(origin)) {
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': SENT,
        'access-control-max-age': String(PREFLIGHT_LIFETIME_S),
        vary: 'origin',
      });
    }
    return reply.status(204).send();
  });
}

/** Lets a page of an allowed origin read the answer, including refusals. */
export function letRead({ allowed }: OriginRules): onRequestHookHandler {
  return (request: FastifyRequest, reply: FastifyReply, done) => {
    const { origin } = request.headers;
    if (origin !== undefined && allowed.has(origin)) {
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': READ,
        vary: 'origin',
      });
    }
    done();
  };
}
