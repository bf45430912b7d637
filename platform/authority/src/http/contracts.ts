import type { HttpApp } from '@common/kit/http/app';
import { MandateRecord, SignedMandate, SignedRevocation } from '@platform/core/objects/mandate';
import { MandateId } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { registerMandate } from '../use-cases/register-mandate.ts';
import { revokeMandate } from '../use-cases/revoke-mandate.ts';
import { answerRefusal } from './errors.ts';
import { Cursor, PAGED, readCursor, sendPage, withinPage, writeCursor } from './pages.ts';
import { Limit, MAX_LIMIT, refusals } from './schemas.ts';
import { mandateView, sendJson } from './views.ts';

/** Mandates: interface document, 4.2. */
export function addMandateRoutes(app: HttpApp, deps: AuthorityDeps): void {
  addReading(app, deps);
  app.post(
    '/contracts',
    {
      schema: {
        summary: 'Register a signed mandate',
        description:
          'The principal’s signature over `contract_hash` is what creates authority; nothing else does.',
        tags: ['mandates'],
        body: SignedMandate,
        response: { 200: MandateRecord, 201: MandateRecord, ...refusals(403, 409, 413, 422, 503) },
      },
    },
    async (request, reply) => {
      const registered = await registerMandate(deps, request.body);
      if (!registered.ok) return answerRefusal(reply, registered.error);
      const { mandate, isNew } = registered.value;
      return sendJson(reply, await mandateView(deps, mandate), isNew ? 201 : 200);
    },
  );
  app.post(
    '/contracts/:contract_id/revoke',
    {
      schema: {
        summary: 'Revoke a mandate',
        description: 'Signed by its principal. Later proposals, approvals and redemptions are refused.',
        tags: ['mandates'],
        params: Type.Object({ contract_id: MandateId }),
        body: SignedRevocation,
        response: { 200: MandateRecord, ...refusals(403, 404, 413, 422) },
      },
    },
    async (request, reply) => {
      const revoked = await revokeMandate(deps, request.params.contract_id, request.body);
      if (!revoked.ok) return answerRefusal(reply, revoked.error);
      return sendJson(reply, await mandateView(deps, revoked.value));
    },
  );
}

function addReading(app: HttpApp, deps: AuthorityDeps): void {
  app.get(
    '/contracts',
    {
      schema: {
        summary: 'Every mandate and its status, newest first',
        description: PAGED,
        tags: ['mandates'],
        querystring: Type.Object({ cursor: Cursor, limit: Limit }),
        response: { 200: Type.Array(MandateRecord) },
      },
    },
    async (request, reply) => {
      const { cursor, limit = MAX_LIMIT } = request.query;
      const mandates = await deps.store.mandates({ after: readCursor(cursor), limit });
      const items = withinPage(await Promise.all(mandates.map((mandate) => mandateView(deps, mandate))));
      const isCut = items.length < mandates.length;
      const last = isCut ? mandates[items.length - 1] : mandates.at(limit - 1);
      const place = last && { at: last.registeredAt, id: last.contract.contract_id };
      const more = place === undefined ? null : { cursor: writeCursor(place) };
      return sendPage(request, reply, { items, more, rel: 'next' });
    },
  );
  app.get(
    '/contracts/:contract_id',
    {
      schema: {
        summary: 'One mandate, with its revocation if any',
        tags: ['mandates'],
        params: Type.Object({ contract_id: MandateId }),
        response: { 200: MandateRecord, ...refusals(404) },
      },
    },
    async (request, reply) => {
      const { contract_id: id } = request.params;
      const mandate = await deps.store.mandate(id);
      if (mandate !== null) return sendJson(reply, await mandateView(deps, mandate));
      return answerRefusal(reply, { code: 'contract_not_found', message: `There is no mandate ${id}.` });
    },
  );
}
