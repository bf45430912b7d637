import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { addRoute } from '@platform/keys/add-route';
import { answerRefusal } from '../http/errors.ts';
import { sendJson } from '../http/views.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import type { AnchorStore } from './anchors.store.ts';
import { findAnchor } from './find-anchor.ts';

export function addAnchorRoutes(app: HttpApp, deps: AuthorityDeps & { readonly anchors: AnchorStore }): void {
  addRoute(app, AUTHORITY.readAnchor, async (request, reply) => {
    const found = await findAnchor(deps, request.params.receipt_id);
    return found.ok ? sendJson(reply, found.value) : answerRefusal(reply, found.error);
  });
}
