import type { HttpApp } from '@common/kit/http/app';
import { Anchor } from '@platform/core/objects/anchor';
import { ReceiptId } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { answerRefusal } from '../http/errors.ts';
import { refusals } from '../http/schemas.ts';
import { sendJson } from '../http/views.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import type { AnchorStore } from './anchors.store.ts';
import { findAnchor } from './find-anchor.ts';

export function addAnchorRoutes(app: HttpApp, deps: AuthorityDeps & { readonly anchors: AnchorStore }): void {
  app.get(
    '/receipts/:receipt_id/anchor',
    {
      schema: {
        summary: 'The first entry in a public log that covers the receipt',
        description: 'With all that `sanad-verify --anchor` needs offline. 404 while there is none.',
        tags: ['receipts'],
        params: Type.Object({ receipt_id: ReceiptId }),
        response: { 200: Anchor, ...refusals(404) },
      },
    },
    async (request, reply) => {
      const found = await findAnchor(deps, request.params.receipt_id);
      return found.ok ? sendJson(reply, found.value) : answerRefusal(reply, found.error);
    },
  );
}
