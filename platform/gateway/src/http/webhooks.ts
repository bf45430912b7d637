import { type HttpApp, refuse } from '@common/kit/http/app';
import { GATEWAY } from '@platform/api/gateway';
import { addRoute } from '@platform/keys/add-route';
import type { FastifyReply } from 'fastify';
import type { AuthenticateDeps } from '../use-cases/authenticate-agent.ts';
import type { UpstreamAnswer } from '../use-cases/upstreams.ts';
import { addAgentScope, agentOf } from './agent-scope.ts';
import { httpFailure } from './errors.ts';

/**
 * `/v1/webhook`: where the agent of a mandate is told what became of its proposals. It leaves no event, because a message
 * decides nothing and proves nothing.
 */
export async function addWebhookRoutes(app: HttpApp, deps: AuthenticateDeps): Promise<void> {
  const { authority } = deps;
  const answer = <Value>(reply: FastifyReply, called: UpstreamAnswer<Value>) =>
    called.ok
      ? reply.header('cache-control', 'no-store').send(called.value)
      : refuse(reply, httpFailure(called.error));
  await addAgentScope(app, deps, null, (scope) => {
    addRoute(scope, GATEWAY.registerWebhook, async (request, reply) => {
      const { agent } = agentOf(request);
      return answer(reply, await authority.registerWebhook(agent, request.body));
    });
    addRoute(scope, GATEWAY.readWebhook, async (request, reply) => {
      const { agent } = agentOf(request);
      return answer(reply, await authority.readWebhook(agent));
    });
    addRoute(scope, GATEWAY.removeWebhook, async (request, reply) => {
      const { agent } = agentOf(request);
      return answer(reply, await authority.removeWebhook(agent));
    });
  });
}
