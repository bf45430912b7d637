import { requiredMs } from '@common/base/instant';
import type { HttpApp } from '@common/kit/http/app';
import { PEP } from '@platform/api/pep';
import { addRoute } from '@platform/keys/add-route';
import type { PepDeps } from '../use-cases/ports.ts';
import { readSpentGrants } from '../use-cases/read-spent-grants.ts';

/**
 * `GET /intents`: open, like grants, mandates and decisions at the authority. The answer contains no token.
 */
export function addIntentsRoute(app: HttpApp, deps: Pick<PepDeps, 'store'>): void {
  addRoute(app, PEP.listSpentGrants, async (request, reply) => {
    const { since, after = '' } = request.query;
    const spent = await readSpentGrants(deps, { sinceMs: requiredMs(since), after });
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(spent));
  });
}
