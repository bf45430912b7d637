import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { DEFAULT_LIMIT } from '@platform/api/lists';
import { addRoute } from '@platform/keys/add-route';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { answerRefusal } from './errors.ts';
import { sendPage, withinPage } from './pages.ts';
import { sendJson } from './views.ts';

export function addReceiptRoutes(app: HttpApp, deps: AuthorityDeps): void {
  addRoute(app, AUTHORITY.listReceipts, async (request, reply) => {
    const { grant_id: grantId = null, tenant = null, before = null, limit = DEFAULT_LIMIT } = request.query;
    const found = await deps.store.receipts({ grantId, tenant, before, limit });
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
    const message = `The body of receipt ${id} is not here any more. The event ${event} says why: it was older than its profile keeps receipts (GET /events?kind=receipts_pruned), or it was lost with a database (kind=log_restored).`;
    return answerRefusal(reply, { code: 'receipt_pruned', message });
  });
}
