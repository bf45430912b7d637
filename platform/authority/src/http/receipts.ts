import type { HttpApp } from '@common/kit/http/app';
import { GrantId, ReceiptId, TenantId } from '@platform/core/objects/primitives';
import { Receipt } from '@platform/core/objects/receipt';
import { Type } from 'typebox';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { answerRefusal } from './errors.ts';
import { sendPage, withinPage } from './pages.ts';
import { DEFAULT_LIMIT, Limit, refusals } from './schemas.ts';
import { sendJson } from './views.ts';

export function addReceiptRoutes(app: HttpApp, deps: AuthorityDeps): void {
  app.get(
    '/receipts',
    {
      schema: {
        summary: 'Receipts, oldest first; if there are more than the limit, the newest ones',
        description:
          'If there are older ones, the header `Link` leads to them (`rel="prev"`). A page may be shorter than its limit.',
        tags: ['receipts'],
        querystring: Type.Object({
          grant_id: Type.Optional(GrantId),
          tenant: Type.Optional(TenantId),
          before: Type.Optional(
            Type.Integer({ minimum: 0, description: 'Place in the log of the oldest receipt already known' }),
          ),
          limit: Limit,
        }),
        response: { 200: Type.Array(Receipt) },
      },
    },
    async (request, reply) => {
      const { grant_id: grantId = null, tenant = null, before = null, limit = DEFAULT_LIMIT } = request.query;
      const found = await deps.store.receipts({ grantId, tenant, before, limit });
      const items = withinPage(found.toReversed()).toReversed();
      const oldest = items[0]?.status.log?.leaf_index ?? 0;
      const isWhole = found.length < limit && items.length === found.length;
      const more = isWhole || oldest === 0 ? null : { before: String(oldest) };
      return sendPage(request, reply, { items, more, rel: 'prev' });
    },
  );
  app.get(
    '/receipts/:receipt_id',
    {
      schema: {
        summary: 'One receipt',
        description: 'Verify it offline with `sanad-verify`.',
        tags: ['receipts'],
        params: Type.Object({ receipt_id: ReceiptId }),
        response: { 200: Receipt, ...refusals(404, 410) },
      },
    },
    async (request, reply) => {
      const { receipt_id: id } = request.params;
      const receipt = await deps.store.receipt(id);
      if (receipt !== null) return sendJson(reply, receipt);
      const event = await deps.store.prunedBy(id);
      if (event === null) {
        return answerRefusal(reply, { code: 'receipt_not_found', message: `There is no receipt ${id}.` });
      }
      const message = `The body of receipt ${id} is not here any more. The event ${event} says why: it was older than its profile keeps receipts (GET /events?kind=receipts_pruned), or it was lost with a database (kind=log_restored).`;
      return answerRefusal(reply, { code: 'receipt_pruned', message });
    },
  );
}
