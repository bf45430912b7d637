import { type HttpApp, refuse } from '@common/kit/http/app';
import { addRawRoutes } from '@common/kit/http/body-kinds';
import { UPLOAD_TYPES } from '@platform/api/authority-documents';
import { GATEWAY } from '@platform/api/gateway';
import { addRoute } from '@platform/keys/add-route';
import { hashOfText } from '@platform/keys/service-token';
import type { FastifyRequest } from 'fastify';
import {
  type AuthenticateDeps,
  authenticateAgent,
  checkSignedBody,
} from '../use-cases/authenticate-agent.ts';
import type { Agent } from '../use-cases/upstreams.ts';
import { httpFailure } from './errors.ts';
import { sentRequest } from './sent-request.ts';

const agents = new WeakMap<FastifyRequest, Agent>();

/**
 * `POST /v1/documents`. It leaves no event: a document says something only once a proposal names it, and that is
 * recorded with its hash.
 */
export async function addUploadRoute(app: HttpApp, deps: AuthenticateDeps): Promise<void> {
  await addRawRoutes(
    app,
    (scope) => {
      addRoute(
        scope,
        GATEWAY.uploadDocument,
        async (request, reply) => {
          const agent = agents.get(request);
          if (agent === undefined) throw new Error('a request without an agent was let through');
          const body = checkSignedBody(agent, hashOfText(request.body));
          if (!body.ok) return refuse(reply, httpFailure(body.error));
          const { contract_id: mandateId } = agent.mandate;
          const type = request.headers['content-type'] ?? 'application/octet-stream';
          const kept = await deps.authority.keepDocument(agent.caller, {
            mandateId,
            bytes: request.body,
            type,
          });
          if (!kept.ok) return refuse(reply, httpFailure(kept.error));
          return reply.status(201).send(kept.value);
        },
        {
          // Before the body is read.
          onRequest: async (request, reply) => {
            const proven = await authenticateAgent(deps, sentRequest(request));
            if (!proven.ok) return refuse(reply, httpFailure(proven.error));
            agents.set(request, proven.value);
            return undefined;
          },
        },
      );
    },
    UPLOAD_TYPES,
  );
}
