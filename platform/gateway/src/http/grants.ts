import { type HttpApp, refuse } from '@common/kit/http/app';
import { GATEWAY, MOST_WAIT_S } from '@platform/api/gateway';
import { addRoute } from '@platform/keys/add-route';
import type { AuthenticateDeps } from '../use-cases/authenticate-agent.ts';
import { type ReadGrantDeps, readGrantState } from '../use-cases/grant-state.ts';
import { addAgentScope, agentOf, leaveNoEvent } from './agent-scope.ts';
import { answerOver } from './answer-over.ts';
import { httpFailure } from './errors.ts';

const MS_PER_SECOND = 1_000;

type GrantRouteDeps = AuthenticateDeps &
  ReadGrantDeps & {
    /** The longest time that the upstream calls of one request take. */
    readonly handlerMs: number;
  };

/** `GET /v1/grants/{grant_id}`. Waiting for people makes one event, with their answer, however often it is asked. */
export async function addGrantRoute(app: HttpApp, deps: GrantRouteDeps): Promise<void> {
  // What waits is answered before the service closes.
  app.addHook('preClose', async () => deps.watch.close());
  const handlerTimeout = deps.handlerMs + MOST_WAIT_S * MS_PER_SECOND;
  await addAgentScope(app, deps, 'tool_call', (scope) => {
    addRoute(
      scope,
      GATEWAY.readGrant,
      async (request, reply) => {
        const { agent, notes } = agentOf(request);
        const { grant_id: grantId } = request.params;
        const { wait = 0 } = request.query;
        const limits = wait === 0 ? null : { waitMs: wait * MS_PER_SECOND, signal: answerOver(reply) };
        const read = await readGrantState(deps, agent, grantId, limits);
        if (!read.ok) {
          const failure = httpFailure(read.error);
          notes.status = failure.code;
          return refuse(reply, failure);
        }
        const { state, waits } = read.value;
        if (waits) leaveNoEvent(request);
        Object.assign(notes, {
          grant_id: grantId,
          name: state.tool,
          status: state.status,
          reason: state.reason,
        });
        return state;
      },
      { handlerTimeout },
    );
  });
}
