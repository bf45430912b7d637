import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { DEFAULT_LIMIT } from '@platform/api/lists';
import { BEHIND_HEADER, SEARCHED_RECEIPT } from '@platform/api/search';
import { addRoute } from '@platform/keys/add-route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { placeOfSpot, type SearchDeps, searchReceipts, type Wanted } from '../search/search-receipts.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { proveAddendum } from '../use-cases/read-addenda.ts';
import { recordSettled } from '../use-cases/record-settled.ts';
import { tenantsOf } from './closed-reads.ts';
import { answerRefusal } from './errors.ts';
import { readCursor, sendPage, withinPage, writeCursor } from './pages.ts';
import { sendJson } from './views.ts';

type Deps = AuthorityDeps & SearchDeps;

export function addReceiptRoutes(app: HttpApp, deps: Deps): void {
  addRoute(app, AUTHORITY.listReceiptRows, (request, reply) => sendFound(deps, request, reply, 'row'));
  addRoute(app, AUTHORITY.listReceipts, async (request, reply) => {
    const { grant_id: grantId = null, tenant = null, before = null, limit = DEFAULT_LIMIT } = request.query;
    if (isSearch(request.query)) {
      if (before === null) return sendFound(deps, request, reply, 'whole');
      const message = 'A search goes on by the cursor in its header Link, not by before.';
      return answerRefusal(reply, { code: 'search_invalid', message });
    }
    const tenants = tenantsOf(request);
    const found = await deps.store.receipts({ grantId, tenant, tenants, before, limit });
    const items = withinPage(found.toReversed()).toReversed();
    const oldest = items[0]?.status.log?.leaf_index ?? 0;
    const isWhole = found.length < limit && items.length === found.length;
    const more = isWhole || oldest === 0 ? null : { before: String(oldest) };
    return sendPage(request, reply, { items, more, rel: 'prev' });
  });
  addRoute(app, AUTHORITY.readReceipt, async (request, reply) => {
    const { receipt_id: id } = request.params;
    const receipt = await deps.store.receipt(id);
    if (receipt !== null) return sendJson(reply, receipt);
    const event = await deps.store.prunedBy(id);
    if (event === null) {
      return answerRefusal(reply, { code: 'receipt_not_found', message: `There is no receipt ${id}.` });
    }
    const message = `The body of receipt ${id} is no longer here. The event ${event} says why: it was older than its profile keeps receipts (GET /events?kind=receipts_pruned), or it was lost with a database (kind=log_restored).`;
    return answerRefusal(reply, { code: 'receipt_pruned', message });
  });
}

/** What became later of what receipts say (ADR 0034). */
export function addAddendumRoutes(app: HttpApp, deps: AuthorityDeps): void {
  addRoute(app, AUTHORITY.listAddenda, async (request, reply) => {
    const { receipt_id } = request.params;
    if ((await deps.store.tenantOf({ receipt_id })) === null)
      return answerRefusal(reply, {
        code: 'receipt_not_found',
        message: `There is no receipt ${receipt_id}.`,
      });
    const places = await deps.store.addenda(receipt_id);
    return sendJson(reply, await Promise.all(places.map((place) => proveAddendum(deps, place))));
  });
  addRoute(app, AUTHORITY.recordSettled, async (request, reply) => {
    const recorded = await recordSettled(deps, request.body);
    if (!recorded.ok) return answerRefusal(reply, recorded.error);
    return sendJson(reply, recorded.value.addendum, recorded.value.isNew ? 201 : 200);
  });
}

/** Whether there is more in the query than lists had before there was a search. */
function isSearch(query: Readonly<Record<string, unknown>>): boolean {
  return ['cursor', ...Object.keys(SEARCHED_RECEIPT)].some((name) => query[name] !== undefined);
}

type SearchRequest = FastifyRequest<{
  Querystring: Wanted & { readonly cursor?: string; readonly limit?: number };
}>;

/** Sends what a search finds, oldest first, with the way to older ones. */
async function sendFound(
  deps: SearchDeps,
  request: SearchRequest,
  reply: FastifyReply,
  form: 'whole' | 'row',
): Promise<FastifyReply> {
  const { cursor, limit = DEFAULT_LIMIT } = request.query;
  const searched = await searchReceipts(deps, form, {
    wanted: request.query,
    tenants: tenantsOf(request),
    after: readCursor(cursor),
    limit,
  });
  if (!searched.ok) return answerRefusal(reply, searched.error);
  const behind = await deps.search.behind();
  if (behind > 0) reply.header(BEHIND_HEADER, String(behind));
  const { found, spots, more } = searched.value;
  const items = withinPage<unknown>(found);
  const end = items.length < found.length ? (spots[items.length - 1] ?? null) : more;
  return sendPage(request, reply, {
    items: items.toReversed(),
    more: end === null ? null : { cursor: writeCursor(placeOfSpot(end)) },
    rel: 'prev',
  });
}
