import { type HttpApp, refuse } from '@common/kit/http/app';
import { CALL_HEADER } from '@platform/api/operation';
import { PEP } from '@platform/api/pep';
import { addRoute, type Handler } from '@platform/keys/add-route';
import { EVENT_HEADER, readReceivedCall } from '@platform/keys/call-header';
import { bearerOf } from '@platform/keys/jwt';
import type { TokenReader } from '@platform/keys/service-token';
import type { FastifyReply } from 'fastify';
import { executeGrant, type Presented } from '../use-cases/execute-grant.ts';
import type { AdvanceDeps } from '../use-cases/ports.ts';

/** A counterparty may take two minutes, and the authority some time before and after. */
const HANDLER_MS = 180_000;

const UNAUTHORIZED = {
  status: 401,
  code: 'unauthorized',
  message: 'Only the gateway may present grants: send its token for this grant as a bearer token.',
} as const;

/** `POST /execute` and `POST /fetch`. */
export function addExecuteRoutes(app: HttpApp, deps: AdvanceDeps, tokens: TokenReader): void {
  for (const operation of ['execute', 'fetch'] as const) {
    const present: Handler<typeof PEP.execute> = async (request, reply) => {
      const token = bearerOf(request.headers.authorization);
      const { grant_id: ref } = request.body.grant;
      // Checked before anything is written, so that strangers cannot block a grant by presenting it.
      if (token === null || tokens.read(token, { scope: 'execute', ref }) === null) {
        return refuse(reply, UNAUTHORIZED);
      }
      const received = readReceivedCall(request.headers[CALL_HEADER]);
      const call = received === null ? null : { received, eventId: null };
      return answer(deps, reply, { operation, request: request.body, presentation: token, call });
    };
    addRoute(app, PEP[operation], present, {
      handlerTimeout: HANDLER_MS,
      // Checked before the body is read, so that a stranger's body is neither parsed nor validated.
      onRequest: async (request, reply) => {
        const token = bearerOf(request.headers.authorization);
        if (token !== null && tokens.read(token, { scope: 'execute', ref: null }) !== null) return;
        return refuse(reply, UNAUTHORIZED);
      },
    });
  }
}

async function answer(deps: AdvanceDeps, reply: FastifyReply, presented: Presented) {
  const executed = await executeGrant(deps, presented);
  if (executed.ok) {
    const eventId = presented.call?.eventId ?? null;
    if (eventId !== null) reply.header(EVENT_HEADER, eventId);
    // Sent unchanged, because signed objects may have fields that no reply schema names.
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(executed.value));
  }
  const { code, message } = executed.error;
  return refuse(reply, { status: 503, code, message });
}
