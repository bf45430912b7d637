import type { HttpApp } from '@common/kit/http';
import { GrantId, ReceiptId, TenantId } from '@platform/protocol/primitives';
import { Receipt } from '@platform/protocol/receipt';
import { Type } from 'typebox';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { answerRefusal } from './errors.ts';
import { DEFAULT_LIMIT, Limit, refusals } from './schemas.ts';
import { sendJson } from './views.ts';

export function addReceiptRoutes(app: HttpApp, deps: AuthorityDeps): void {
  app.get(
    '/receipts',
    {
      schema: {
        summary: 'Receipts, oldest first; if there are more than the limit, the newest ones',
        tags: ['receipts'],
        querystring: Type.Object({
          grant_id: Type.Optional(GrantId),
          tenant: Type.Optional(TenantId),
          limit: Limit,
        }),
        response: { 200: Type.Array(Receipt) },
      },
    },
    async (request, reply) => {
      const { grant_id: grantId = null, tenant = null, limit = DEFAULT_LIMIT } = request.query;
      return sendJson(reply, await deps.store.receipts({ grantId, tenant, limit }));
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
        response: { 200: Receipt, ...refusals(404) },
      },
    },
    async (request, reply) => {
      const { receipt_id: id } = request.params;
      const receipt = await deps.store.receipt(id);
      if (receipt !== null) return sendJson(reply, receipt);
      return answerRefusal(reply, { code: 'receipt_not_found', message: `There is no receipt ${id}.` });
    },
  );
}
