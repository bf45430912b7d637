import type { HttpApp } from '@common/kit/http/app';
import {
  ApprovalRequest,
  GRANT_STATUSES,
  GrantRecord,
  ProposalRequest,
  RedeemRequest,
  RedeemResponse,
  SignedRejection,
} from '@platform/core/objects/grant';
import { GrantId, MandateId } from '@platform/core/objects/primitives';
import { bearerOf } from '@platform/keys/jwt';
import { bodyHash, mandateFault, type TokenReader } from '@platform/keys/service-token';
import { Type } from 'typebox';
import { approveGrant } from '../use-cases/approve-grant.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { proposeAction } from '../use-cases/propose-action.ts';
import { listGrants, readGrant } from '../use-cases/read-grants.ts';
import { redeemGrant } from '../use-cases/redeem-grant.ts';
import { rejectGrant } from '../use-cases/reject-grant.ts';
import { answerRefusal } from './errors.ts';
import { Cursor, PAGED, readCursor, sendPage, withinPage, writeCursor } from './pages.ts';
import { DEFAULT_LIMIT, Limit, refusals } from './schemas.ts';
import { sendJson } from './views.ts';

const Params = Type.Object({ grant_id: GrantId });
const UNAUTHORIZED = {
  code: 'unauthorized',
  message: 'Only the gateway may propose: send its token for exactly this body as a bearer token.',
} as const;

interface GrantRouteOptions {
  readonly tokens: TokenReader;
  /** Resolves once the receipts requested so far have been made. */
  readonly receiptsSettled: () => Promise<void>;
}

/** Grants: interface document, 4.2 and part 3. */
export function addGrantRoutes(
  app: HttpApp,
  deps: AuthorityDeps,
  { tokens, receiptsSettled }: GrantRouteOptions,
): void {
  addProposing(app, deps, { tokens, receiptsSettled });
  addReading(app, deps);
  addAnswering(app, deps);
  app.post(
    '/grants/:grant_id/redeem',
    {
      schema: {
        summary: 'Spend a grant, once',
        description: 'Signed by the enforcement point. Repeating a redemption id gets the same answer again.',
        tags: ['grants'],
        params: Params,
        body: RedeemRequest,
        response: { 200: RedeemResponse, ...refusals(401, 403, 404, 409, 410, 413, 422, 503) },
      },
    },
    async (request, reply) => {
      const { presentation, redemption } = request.body;
      const redeemed = await redeemGrant(deps, request.params.grant_id, request.body, {
        presentedFor: (grantId, mandate) => {
          if (presentation === null) return false;
          const token = tokens.read(presentation, { scope: 'execute', ref: grantId });
          return token !== null && mandateFault(token, mandate) === null;
        },
      });
      if (!redeemed.ok) return answerRefusal(reply, redeemed.error);
      const { grant, mandate } = redeemed.value;
      const { contract, contract_hash, signature } = mandate;
      return sendJson(reply, {
        status: 'redeemed',
        redemption_id: redemption.redemption_id,
        record: grant,
        contract: { contract, contract_hash, signature },
      });
    },
  );
}

/** What approvers answer to a grant that waits for them. */
function addAnswering(app: HttpApp, deps: AuthorityDeps): void {
  app.post(
    '/grants/:grant_id/approve',
    {
      schema: {
        summary: 'Approve the exact action of a pending grant',
        description: 'A signature over `action_hash` by an approver of the mandate’s route.',
        tags: ['grants'],
        params: Params,
        body: ApprovalRequest,
        response: { 200: GrantRecord, ...refusals(403, 404, 409, 410, 413, 422) },
      },
    },
    async (request, reply) => {
      const approved = await approveGrant(deps, request.params.grant_id, request.body);
      if (!approved.ok) return answerRefusal(reply, approved.error);
      return sendJson(reply, approved.value);
    },
  );
  app.post(
    '/grants/:grant_id/reject',
    {
      schema: {
        summary: 'Reject a pending grant',
        description:
          'A signature over `rejection_hash` by an approver whom a route of the mandate names, with any key of theirs. It ends the grant as denied (`approver_rejected`), whatever its action says.',
        tags: ['grants'],
        params: Params,
        body: SignedRejection,
        response: { 200: GrantRecord, ...refusals(403, 404, 409, 410, 413, 422) },
      },
    },
    async (request, reply) => {
      const rejected = await rejectGrant(deps, request.params.grant_id, request.body);
      if (!rejected.ok) return answerRefusal(reply, rejected.error);
      return sendJson(reply, rejected.value);
    },
  );
}

function addProposing(
  app: HttpApp,
  deps: AuthorityDeps,
  { tokens, receiptsSettled }: GrantRouteOptions,
): void {
  app.post(
    '/grants',
    {
      schema: {
        summary: 'Propose an action',
        description:
          'Called by the gateway. The answer is the grant, whatever the policy decides: active, pending or denied, with the reason.',
        tags: ['grants'],
        security: [{ service: [] }],
        body: ProposalRequest,
        response: { 201: GrantRecord, ...refusals(401, 403, 404, 413, 422, 429, 503) },
      },
    },
    async (request, reply) => {
      const bearer = bearerOf(request.headers.authorization);
      const demand = { scope: 'grants', ref: bodyHash(request.body) } as const;
      const token = bearer === null ? null : tokens.read(bearer, demand);
      if (token === null) return answerRefusal(reply, UNAUTHORIZED);
      const proposed = await proposeAction(deps, { ...request.body, caller: token });
      if (!proposed.ok) return answerRefusal(reply, proposed.error);
      if (proposed.value.status !== 'denied') return sendJson(reply, proposed.value, 201);
      // A denial is final, so its receipt can be named at once.
      await receiptsSettled();
      const ended = await deps.store.grant(proposed.value.grant.grant_id);
      return sendJson(reply, ended ?? proposed.value, 201);
    },
  );
}

function addReading(app: HttpApp, deps: AuthorityDeps): void {
  app.get(
    '/grants',
    {
      schema: {
        summary: 'Grants, newest first',
        description: PAGED,
        tags: ['grants'],
        querystring: Type.Object({
          status: Type.Optional(Type.Enum([...GRANT_STATUSES])),
          contract_id: Type.Optional(MandateId),
          cursor: Cursor,
          limit: Limit,
        }),
        response: { 200: Type.Array(GrantRecord) },
      },
    },
    async (request, reply) => {
      const { status = null, contract_id: mandateId = null, cursor, limit = DEFAULT_LIMIT } = request.query;
      const found = await listGrants(deps, { status, mandateId, limit, after: readCursor(cursor) });
      const items = withinPage(found.grants);
      const last = found.grants[items.length - 1];
      const isCut = items.length < found.grants.length && last !== undefined;
      const place = isCut ? { at: last.action.proposed_at, id: last.grant.grant_id } : found.more;
      const more = place === null ? null : { cursor: writeCursor(place) };
      return sendPage(request, reply, { items, more, rel: 'next' });
    },
  );
  app.get(
    '/grants/:grant_id',
    {
      schema: {
        summary: 'One grant with its canonical action and decision',
        tags: ['grants'],
        params: Params,
        response: { 200: GrantRecord, ...refusals(404) },
      },
    },
    async (request, reply) => {
      const { grant_id: id } = request.params;
      const found = await readGrant(deps, id);
      if (found !== null) return sendJson(reply, found);
      return answerRefusal(reply, { code: 'grant_not_found', message: `There is no grant ${id}.` });
    },
  );
}
