import type { HttpApp } from '@common/kit/http';
import { ContractRecord, SignedMandate, SignedRevocation } from '@platform/protocol/mandate';
import { ContractId } from '@platform/protocol/primitives';
import { Type } from 'typebox';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { registerMandate } from '../use-cases/register-mandate.ts';
import { revokeMandate } from '../use-cases/revoke-mandate.ts';
import { answerRefusal } from './errors.ts';
import { refusals } from './schemas.ts';
import { contractView, sendJson } from './views.ts';

/** Mandates: interface document, 4.2. */
export function addContractRoutes(app: HttpApp, deps: AuthorityDeps): void {
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
        response: { 200: ContractRecord, 201: ContractRecord, ...refusals(403, 409, 413, 422, 503) },
      },
    },
    async (request, reply) => {
      const registered = await registerMandate(deps, request.body);
      if (!registered.ok) return answerRefusal(reply, registered.error);
      const { contract, isNew } = registered.value;
      return sendJson(reply, await contractView(deps, contract), isNew ? 201 : 200);
    },
  );
  app.post(
    '/contracts/:contract_id/revoke',
    {
      schema: {
        summary: 'Revoke a mandate',
        description: 'Signed by its principal. Later proposals, approvals and redemptions are refused.',
        tags: ['mandates'],
        params: Type.Object({ contract_id: ContractId }),
        body: SignedRevocation,
        response: { 200: ContractRecord, ...refusals(403, 404, 413, 422) },
      },
    },
    async (request, reply) => {
      const revoked = await revokeMandate(deps, request.params.contract_id, request.body);
      if (!revoked.ok) return answerRefusal(reply, revoked.error);
      return sendJson(reply, await contractView(deps, revoked.value));
    },
  );
}

function addReading(app: HttpApp, deps: AuthorityDeps): void {
  app.get(
    '/contracts',
    {
      schema: {
        summary: 'Every mandate and its status',
        tags: ['mandates'],
        response: { 200: Type.Array(ContractRecord) },
      },
    },
    async (_request, reply) => {
      const contracts = await deps.store.contracts();
      return sendJson(reply, await Promise.all(contracts.map((contract) => contractView(deps, contract))));
    },
  );
  app.get(
    '/contracts/:contract_id',
    {
      schema: {
        summary: 'One mandate, with its revocation if any',
        tags: ['mandates'],
        params: Type.Object({ contract_id: ContractId }),
        response: { 200: ContractRecord, ...refusals(404) },
      },
    },
    async (request, reply) => {
      const { contract_id: id } = request.params;
      const contract = await deps.store.contract(id);
      if (contract !== null) return sendJson(reply, await contractView(deps, contract));
      return answerRefusal(reply, { code: 'contract_not_found', message: `There is no mandate ${id}.` });
    },
  );
}
