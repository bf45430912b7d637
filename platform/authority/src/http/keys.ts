import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { addRoute } from '@platform/keys/add-route';
import { enrolKey, markCompromised } from '../use-cases/change-keys.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { answerRefusal } from './errors.ts';
import { sendJson } from './views.ts';

/** Principals' statements about people's keys. `GET /.well-known/keys.json` shows the outcome. */
export function addKeyRoutes(app: HttpApp, deps: AuthorityDeps): void {
  addRoute(app, AUTHORITY.enrolKey, async (request, reply) => {
    const enrolled = await enrolKey(deps, request.body);
    if (!enrolled.ok) return answerRefusal(reply, enrolled.error);
    return sendJson(reply, enrolled.value.entry, enrolled.value.isNew ? 201 : 200);
  });
  addRoute(app, AUTHORITY.markCompromised, async (request, reply) => {
    const marked = await markCompromised(deps, request.params.kid, request.body);
    if (!marked.ok) return answerRefusal(reply, marked.error);
    return sendJson(reply, marked.value.entry);
  });
}
