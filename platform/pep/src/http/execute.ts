import type { HttpApp } from '@common/kit/http/app';
import { refuse } from '@common/kit/http/app';
import { ExecuteRequest } from '@platform/core/objects/grant';
import { ToolResult } from '@platform/core/objects/tool-call';
import { PlatformErrorSchema } from '@platform/keys/error-bodies';
import { bearerOf } from '@platform/keys/jwt';
import type { TokenReader } from '@platform/keys/service-token';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { AdvanceDeps } from '../use-cases/advance-intent.ts';
import { executeGrant, type Presentation } from '../use-cases/execute-grant.ts';

/** A counterparty may take two minutes, and the authority its time before and after. */
const HANDLER_MS = 180_000;

const UNAUTHORIZED = {
  status: 401,
  code: 'unauthorized',
  message: 'Only the gateway may present grants: send its token for this grant as a bearer token.',
} as const;

const ENDPOINTS = {
  execute: {
    summary: 'Execute a grant, once',
    description:
      'Checks the grant and its action, spends the grant at the authority, and calls the counterparty. `status` says how it went; `unknown` means that the counterparty did not answer and is asked again until it does.',
  },
  fetch: {
    summary: 'Read market data under a grant, once',
    description:
      'GET of an address under the profile’s market-data list. No redirects; at most 64 KiB and 5 s.',
  },
} as const;

/** `POST /execute` and `POST /fetch`. */
export function addExecuteRoutes(app: HttpApp, deps: AdvanceDeps, tokens: TokenReader): void {
  for (const operation of ['execute', 'fetch'] as const) {
    app.post(
      `/${operation}`,
      {
        handlerTimeout: HANDLER_MS,
        // Before the body is read: a stranger's is neither parsed nor validated.
        onRequest: async (request, reply) => {
          const token = bearerOf(request.headers.authorization);
          if (token !== null && tokens.read(token, { scope: 'execute', ref: null }) !== null) return;
          return refuse(reply, UNAUTHORIZED);
        },
        schema: {
          ...ENDPOINTS[operation],
          tags: ['enforcement'],
          security: [{ gateway: [] }],
          headers: Type.Object({ authorization: Type.Optional(Type.String({ maxLength: 4_103 })) }),
          body: ExecuteRequest,
          response: {
            200: ToolResult,
            401: PlatformErrorSchema,
            413: PlatformErrorSchema,
            503: PlatformErrorSchema,
          },
        },
      },
      async (request, reply) => {
        const token = bearerOf(request.headers.authorization);
        const { grant_id: ref } = request.body.grant;
        // Before anything is written: otherwise anyone could hold up a grant by presenting it.
        if (token === null || tokens.read(token, { scope: 'execute', ref }) === null) {
          return refuse(reply, UNAUTHORIZED);
        }
        return answer(deps, reply, { operation, request: request.body, token });
      },
    );
  }
}

async function answer(deps: AdvanceDeps, reply: FastifyReply, presentation: Presentation) {
  const executed = await executeGrant(deps, presentation);
  if (executed.ok) {
    // Unchanged: signed objects may carry fields that no reply schema names.
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(executed.value));
  }
  const { code, message } = executed.error;
  return refuse(reply, { status: 503, code, message });
}
