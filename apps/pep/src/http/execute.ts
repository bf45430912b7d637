import type { HttpApp } from '@sanad/kit/http';
import { refuse } from '@sanad/kit/http';
import { PlatformErrorSchema } from '@sanad/kit/http/platform-errors';
import { ExecuteRequest } from '@sanad/protocol/grant';
import { ToolResult } from '@sanad/protocol/tool-call';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { AdvanceDeps } from '../use-cases/advance-intent.ts';
import { executeGrant, type Presentation } from '../use-cases/execute-grant.ts';

/** A counterparty may take two minutes, and the authority its time before and after. */
const HANDLER_MS = 180_000;

const ENDPOINTS = {
  execute: {
    summary: 'Execute a grant, once',
    description:
      'Checks the grant and its action, spends the grant at the authority, and calls the counterparty. How it went is in `status`; `unknown` means that the counterparty did not answer, and is asked again until it does.',
  },
  fetch: {
    summary: 'Read market data under a grant, once',
    description: 'GET of an address under the profile’s market-data list. No redirects, 64 KiB, 5 s.',
  },
} as const;

/** `POST /execute` and `POST /fetch`. */
export function addExecuteRoutes(app: HttpApp, deps: AdvanceDeps): void {
  for (const operation of ['execute', 'fetch'] as const) {
    app.post(
      `/${operation}`,
      {
        handlerTimeout: HANDLER_MS,
        schema: {
          ...ENDPOINTS[operation],
          tags: ['enforcement'],
          security: [{ gateway: [] }],
          headers: Type.Object({ authorization: Type.Optional(Type.String({ maxLength: 4_103 })) }),
          body: ExecuteRequest,
          response: { 200: ToolResult, 413: PlatformErrorSchema, 503: PlatformErrorSchema },
        },
      },
      (request, reply) => {
        const token = bearerOf(request.headers.authorization);
        return answer(deps, reply, { operation, request: request.body, token });
      },
    );
  }
}

async function answer(deps: AdvanceDeps, reply: FastifyReply, presentation: Presentation) {
  const executed = await executeGrant(deps, presentation);
  if (executed.ok) {
    // As it stands: signed objects may carry fields that no schema of a reply names.
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(executed.value));
  }
  const { code, message } = executed.error;
  return refuse(reply, { status: 503, code, message });
}

function bearerOf(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_.-]{1,4096})$/i.exec(header ?? '')?.[1] ?? null;
}
