import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { DEFAULT_LIMIT } from '@platform/api/lists';
import { SEARCHED_ACTION } from '@platform/api/search';
import { addRoute } from '@platform/keys/add-route';
import { bearerOf } from '@platform/keys/jwt';
import { bodyHash, mandateFault, type TokenReader } from '@platform/keys/service-token';
import { searchGrants } from '../search/search-grants.ts';
import type { SearchDeps } from '../search/search-receipts.ts';
import { approveGrant } from '../use-cases/approve-grant.ts';
import { cancelGrant } from '../use-cases/cancel-grant.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { proposeAction } from '../use-cases/propose-action.ts';
import { listGrants, readGrant } from '../use-cases/read-grants.ts';
import { listStandings, readStanding } from '../use-cases/read-standing.ts';
import { redeemGrant } from '../use-cases/redeem-grant.ts';
import { rejectGrant } from '../use-cases/reject-grant.ts';
import { settleGrant } from '../use-cases/settle-grant.ts';
import { tenantsOf } from './closed-reads.ts';
import { answerRefusal } from './errors.ts';
import { readCursor, sendPage, withinPage, writeCursor } from './pages.ts';
import { sendJson } from './views.ts';

const UNAUTHORIZED = {
  code: 'unauthorized',
  message: 'Only the gateway may propose: send its token for exactly this body as a bearer token.',
} as const;

type Deps = AuthorityDeps & SearchDeps;

interface GrantRouteOptions {
  readonly tokens: TokenReader;
  /** Resolves once the receipts requested so far have been made. */
  readonly receiptsSettled: () => Promise<void>;
}

/** Grants (interface document, 4.2 and part 3). */
export function addGrantRoutes(
  app: HttpApp,
  deps: Deps,
  { tokens, receiptsSettled }: GrantRouteOptions,
): void {
  addProposing(app, deps, { tokens, receiptsSettled });
  addReading(app, deps);
  addAnswering(app, deps);
  addRoute(app, AUTHORITY.redeemGrant, async (request, reply) => {
    const { presentation } = request.body;
    const redeemed = await redeemGrant(deps, request.params.grant_id, request.body, {
      presentedFor: (grantId, mandate) => {
        if (presentation === null) return false;
        const token = tokens.read(presentation, { scope: 'execute', ref: grantId });
        return token !== null && mandateFault(token, mandate) === null;
      },
    });
    if (!redeemed.ok) return answerRefusal(reply, redeemed.error);
    return sendJson(reply, redeemed.value);
  });
}

/** Routes by which people answer a grant that waits for them. */
function addAnswering(app: HttpApp, deps: AuthorityDeps): void {
  addRoute(app, AUTHORITY.approveGrant, async (request, reply) => {
    const approved = await approveGrant(deps, request.params.grant_id, request.body);
    if (!approved.ok) return answerRefusal(reply, approved.error);
    return sendJson(reply, approved.value);
  });
  addRoute(app, AUTHORITY.rejectGrant, async (request, reply) => {
    const rejected = await rejectGrant(deps, request.params.grant_id, request.body);
    if (!rejected.ok) return answerRefusal(reply, rejected.error);
    return sendJson(reply, rejected.value);
  });
  addRoute(app, AUTHORITY.cancelGrant, async (request, reply) => {
    const cancelled = await cancelGrant(deps, request.params.grant_id, request.body);
    if (!cancelled.ok) return answerRefusal(reply, cancelled.error);
    return sendJson(reply, cancelled.value);
  });
  addRoute(app, AUTHORITY.settleGrant, async (request, reply) => {
    const settled = await settleGrant(deps, request.params.grant_id, request.body);
    if (!settled.ok) return answerRefusal(reply, settled.error);
    return sendJson(reply, settled.value);
  });
}

function addProposing(
  app: HttpApp,
  deps: AuthorityDeps,
  { tokens, receiptsSettled }: GrantRouteOptions,
): void {
  addRoute(app, AUTHORITY.proposeAction, async (request, reply) => {
    const bearer = bearerOf(request.headers.authorization);
    const demand = { scope: 'grants', ref: bodyHash(request.body) } as const;
    const token = bearer === null ? null : tokens.read(bearer, demand);
    if (token === null) return answerRefusal(reply, UNAUTHORIZED);
    const proposed = await proposeAction(deps, request.body, token);
    if (!proposed.ok) return answerRefusal(reply, proposed.error);
    if (proposed.value.status !== 'denied') return sendJson(reply, proposed.value, 201);
    // A denial is final, so its receipt can be named at once.
    await receiptsSettled();
    const ended = await deps.store.grant(proposed.value.grant.grant_id);
    return sendJson(reply, ended ?? proposed.value, 201);
  });
}

function addReading(app: HttpApp, deps: Deps): void {
  addRoute(app, AUTHORITY.listGrants, async (request, reply) => {
    const { status = null, contract_id: mandateId = null, cursor, limit = DEFAULT_LIMIT } = request.query;
    const { in_doubt: inDoubt = false, unreported = false } = request.query;
    const among = { tenants: tenantsOf(request), after: readCursor(cursor), limit };
    if (isSearch(request.query)) {
      const searched = await searchGrants(deps, { wanted: request.query, status, ...among });
      if (!searched.ok) return answerRefusal(reply, searched.error);
      const { grants, places, more: further } = searched.value;
      const items = withinPage(grants);
      const end = items.length < grants.length ? places[items.length - 1] : further;
      const more = end == null ? null : { cursor: writeCursor(end) };
      return sendPage(request, reply, { items, more, rel: 'next' });
    }
    const found = await listGrants(deps, { status, mandateId, inDoubt, unreported, ...among });
    const items = withinPage(found.grants);
    const last = found.grants[items.length - 1];
    const isCut = items.length < found.grants.length && last !== undefined;
    const place = isCut ? { at: last.action.proposed_at, id: last.grant.grant_id } : found.more;
    const more = place === null ? null : { cursor: writeCursor(place) };
    return sendPage(request, reply, { items, more, rel: 'next' });
  });
  addRoute(app, AUTHORITY.readGrant, async (request, reply) => {
    const { grant_id: id } = request.params;
    const found = await readGrant(deps, id);
    if (found !== null) return sendJson(reply, found);
    return answerRefusal(reply, { code: 'grant_not_found', message: `There is no grant ${id}.` });
  });
  addRoute(app, AUTHORITY.listStandings, async (request, reply) => {
    const { cursor, limit = DEFAULT_LIMIT } = request.query;
    const page = { tenants: tenantsOf(request), after: readCursor(cursor), limit };
    const { standings, more } = await listStandings(deps, page);
    return sendPage(request, reply, {
      items: standings,
      more: more === null ? null : { cursor: writeCursor(more) },
      rel: 'next',
    });
  });
  addRoute(app, AUTHORITY.settledGrants, async (request) => {
    const grantIds = request.query.grant_ids.split(',');
    return [...(await deps.store.settledGrants(grantIds))];
  });
  addRoute(app, AUTHORITY.readStanding, async (request, reply) => {
    const { grant_id: id } = request.params;
    const found = await readStanding(deps, id);
    if (found !== null) return found;
    return answerRefusal(reply, { code: 'grant_not_found', message: `There is no grant ${id}.` });
  });
}

function isSearch(query: Readonly<Record<string, unknown>>): boolean {
  return ['tenant', ...Object.keys(SEARCHED_ACTION)].some((name) => query[name] !== undefined);
}
