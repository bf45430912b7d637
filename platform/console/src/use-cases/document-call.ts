import { AUTHORITY } from '@platform/api/authority';
import { type CallAnswer, type ClientOptions, createClient } from '@platform/api/client';
import { DOCUMENT_LIMITS } from '@platform/core/objects/document';

const TIMEOUT_MS = 15_000;

/** The call by which documents are read, whose answers are longer than others. */
export function documentCall({ http, baseUrl }: Pick<ClientOptions, 'http' | 'baseUrl'>) {
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: DOCUMENT_LIMITS.bytes };
  const { readDocument: route } = AUTHORITY;
  const client = createClient({ readDocument: route }, { http, baseUrl, ...limits });
  return (grant_id: string, sha256: string): Promise<CallAnswer<Uint8Array>> =>
    client.readDocument({ params: { grant_id, sha256 } });
}
