import { AUTHORITY } from '@platform/api/authority';
import { type CallAnswer, type ClientOptions, createClient } from '@platform/api/client';
import { DOCUMENT_LIMITS } from '@platform/core/objects/document';

const TIMEOUT_MS = 15_000;

/** The call by which documents are read, whose answers are longer than others. */
export function documentCall(place: Omit<ClientOptions, 'timeoutMs' | 'maxBytes'>) {
  const { readDocument } = AUTHORITY;
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: DOCUMENT_LIMITS.bytes };
  const client = createClient({ readDocument }, { ...place, ...limits });
  return (grant_id: string, sha256: string): Promise<CallAnswer<Uint8Array>> =>
    client.readDocument({ params: { grant_id, sha256 } });
}
