import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { MAX_LIMIT } from '@platform/api/lists';
import { addRoute } from '@platform/keys/add-route';
import { findMandates } from '../search/search-mandates.ts';
import type { SearchDeps } from '../search/search-receipts.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { registerMandate } from '../use-cases/register-mandate.ts';
import { revokeMandate } from '../use-cases/revoke-mandate.ts';
import { tenantsOf } from './closed-reads.ts';
import { answerRefusal } from './errors.ts';
import { readCursor, sendPage, withinPage, writeCursor } from './pages.ts';
import { mandateView, sendJson } from './views.ts';

type Deps = AuthorityDeps & Pick<SearchDeps, 'search'>;

/** Mandates (interface document, 4.2). */
export function addMandateRoutes(app: HttpApp, deps: Deps): void {
  addReading(app, deps);
  addRoute(app, AUTHORITY.registerMandate, async (request, reply) => {
    const registered = await registerMandate(deps, request.body);
    if (!registered.ok) return answerRefusal(reply, registered.error);
    const { mandate, isNew } = registered.value;
    return sendJson(reply, await mandateView(deps, mandate), isNew ? 201 : 200);
  });
  addRoute(app, AUTHORITY.revokeMandate, async (request, reply) => {
    const revoked = await revokeMandate(deps, request.params.contract_id, request.body);
    if (!revoked.ok) return answerRefusal(reply, revoked.error);
    const { mandate, grants } = revoked.value;
    return sendJson(reply, { ...(await mandateView(deps, mandate)), grants });
  });
}

function addReading(app: HttpApp, deps: Deps): void {
  addRoute(app, AUTHORITY.listMandates, async (request, reply) => {
    const { cursor, limit = MAX_LIMIT, ...wanted } = request.query;
    const found = await findMandates(deps, {
      wanted,
      tenants: tenantsOf(request),
      after: readCursor(cursor),
      limit,
    });
    if (!found.ok) return answerRefusal(reply, found.error);
    const mandates = found.value;
    const items = withinPage(await Promise.all(mandates.map((mandate) => mandateView(deps, mandate))));
    const isCut = items.length < mandates.length;
    const last = isCut ? mandates[items.length - 1] : mandates.at(limit - 1);
    const place = last && { at: last.registered_at, id: last.contract.contract_id };
    const more = place === undefined ? null : { cursor: writeCursor(place) };
    return sendPage(request, reply, { items, more, rel: 'next' });
  });
  addRoute(app, AUTHORITY.readMandate, async (request, reply) => {
    const { contract_id: id } = request.params;
    const mandate = await deps.store.mandate(id);
    if (mandate !== null) return sendJson(reply, await mandateView(deps, mandate));
    return answerRefusal(reply, { code: 'contract_not_found', message: `There is no mandate ${id}.` });
  });
}
