import type { MandateRecord } from '@platform/core/objects/mandate';
import type { FastifyReply } from 'fastify';
import type { StoredMandate } from '../store/store.ts';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { endOfMandate, inForceFor } from '../use-cases/mandate-end.ts';

/** A stored mandate in the form of the interface document. */
export async function mandateView(deps: AuthorityDeps, stored: StoredMandate): Promise<MandateRecord> {
  const { contract, contract_hash, signature, registered_at, revocation } = stored;
  const end = endOfMandate(stored, await inForceFor(deps, stored), deps.clock());
  const status = end === null ? 'active' : end.reason === 'contract_revoked' ? 'revoked' : 'expired';
  return { contract, contract_hash, signature, status, registered_at, revocation };
}

/** Sends signed objects unchanged. A serialiser built from a schema could drop or coerce a field. */
export function sendJson(reply: FastifyReply, value: unknown, status = 200): FastifyReply {
  return reply
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(value));
}
