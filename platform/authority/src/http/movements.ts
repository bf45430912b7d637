import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { addRoute } from '@platform/keys/add-route';
import { askMovements, type MovementDeps } from '../use-cases/ask-movements.ts';
import { answerRefusal } from './errors.ts';
import { sendJson } from './views.ts';

/** `GET /accounts/{account}/movements`. */
export function addMovementRoutes(app: HttpApp, deps: MovementDeps): void {
  addRoute(app, AUTHORITY.listMovements, async (request, reply) => {
    const { tenant, from, until, after = null } = request.query;
    const { account } = request.params;
    const page = await askMovements(deps, { tenant, account, from, until, after });
    return page.ok ? sendJson(reply, page.value) : answerRefusal(reply, page.error);
  });
}
