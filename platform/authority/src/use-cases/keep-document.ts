import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { DOCUMENT_TYPES, documentType, type KeptDocument } from '@platform/core/objects/document';
import { type Caller, type MandateFault, mandateFault } from '@platform/keys/service-token';
import type { UploadedDocument } from '../store/documents.store.ts';
import type { AuthorityDeps } from './deps.ts';
import { endOfMandate, inForceFor } from './mandate-end.ts';
import { takeProposal } from './proposal-limits.ts';

export type DocumentRefusal =
  | 'contract_not_found'
  | MandateFault
  | 'contract_revoked'
  | 'contract_expired'
  | 'proposals_too_many'
  | 'document_type_unknown'
  | 'document_type_differs'
  | 'documents_waiting'
  | 'documents_spent'
  | 'documents_full';

/** How long a document waits for a proposal that names it, and how many of a mandate may wait. */
export const WAITS_MS = 3_600_000;
const MOST_WAITING = 16;
const MS_PER_DAY = 86_400_000;

interface Upload {
  readonly mandateId: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** The type that the sender gave; null for none in particular. */
  readonly declared: string | null;
}

/**
 * Keeps a document for the tenant of a mandate. Nothing names it yet, so nobody can read it. INVARIANT: `sha256` is the
 * hash of the bytes, and the caller's token was made for it.
 */
export async function keepDocument(
  deps: AuthorityDeps,
  { mandateId, bytes, sha256, declared }: Upload,
  caller: Caller,
): Promise<Result<{ readonly kept: KeptDocument; readonly isNew: boolean }, DocumentRefusal>> {
  const mandate = await deps.store.mandate(mandateId);
  if (mandate === null) return fail('contract_not_found', `There is no mandate ${mandateId}.`);
  const fault = mandateFault(caller, mandate.contract);
  if (fault !== null) return fault;
  const end = endOfMandate(mandate, await inForceFor(deps, mandate), deps.clock());
  if (end !== null) return fail(end.reason, `Nothing is kept: ${end.detail}.`);
  const taken = await takeProposal(deps.limits, caller.principal, mandateId);
  if (!taken.ok) return taken;
  const mediaType = documentType(bytes);
  if (mediaType === null)
    return fail(
      'document_type_unknown',
      `This is none of ${DOCUMENT_TYPES.join(', ')} by its own bytes, or it is cut short or goes on after its end.`,
    );
  if (declared !== null && declared !== mediaType)
    return fail('document_type_differs', `It was sent as ${declared}, but its bytes are ${mediaType}.`);
  const { tenant } = mandate.contract;
  const uploadedAt = deps.clock();
  const facts = { sha256, mediaType, sizeBytes: bytes.length };
  return keepWithinLimits(deps, { tenant, mandateId, bytes, uploadedAt, ...facts });
}

function keepWithinLimits(
  { store, limits }: AuthorityDeps,
  document: UploadedDocument,
): Promise<Result<{ readonly kept: KeptDocument; readonly isNew: boolean }, DocumentRefusal>> {
  const { tenant, sha256, mandateId, uploadedAt, mediaType, sizeBytes } = document;
  const { tenantBytes, mandateDayBytes } = limits.documents;
  const sinceMidnight = uploadedAt % MS_PER_DAY;
  const kept_until = formatInstant(uploadedAt + WAITS_MS);
  const kept = { sha256, media_type: mediaType, size_bytes: sizeBytes, kept_until };
  return store.atomically(async (unit) => {
    await unit.lockTenant(tenant);
    // Uploaded again, it is stored anew, which also mends a copy that was damaged.
    const isNew = (await unit.documents(tenant, [sha256])).length === 0;
    const held = await unit.documentsHeld(tenant, mandateId, uploadedAt - sinceMidnight);
    if (isNew && held.waiting >= MOST_WAITING)
      return fail(
        'documents_waiting',
        `${MOST_WAITING} documents of ${mandateId} wait for a proposal that names them, the most that may: propose, or wait until they go.`,
        { retry_after_s: WAITS_MS / 1_000 },
      );
    if (isNew && held.mandateBytes + sizeBytes > mandateDayBytes)
      return fail(
        'documents_spent',
        `${mandateId} may keep documents of ${mandateDayBytes} bytes in a day (UTC), and ${held.mandateBytes} are used. Propose without one, or tomorrow.`,
        { retry_after_s: Math.ceil((MS_PER_DAY - sinceMidnight) / 1_000) },
      );
    if (isNew && held.tenantBytes + sizeBytes > tenantBytes)
      return fail(
        'documents_full',
        `The documents of ${tenant} fill what is kept of them (${tenantBytes} bytes): the operator can raise DOCUMENT_MB_PER_TENANT or lower DOCUMENT_KEEP_DAYS. Propose without one.`,
      );
    await unit.keepDocument(document);
    return ok({ kept, isNew });
  });
}
