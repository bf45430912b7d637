import { nodeCrypto } from '@common/evidence/node';
import { type ActionDocument, documentType } from '@platform/core/objects/document';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Authority } from './authority.ts';

/** What the authority has of a document that an action names. */
export type FoundDocument =
  | { readonly state: 'same'; readonly bytes: Uint8Array }
  /** What it sent is not what was signed. */
  | { readonly state: 'differs' }
  /** It is no longer kept. */
  | { readonly state: 'gone' }
  /** The authority did not answer. */
  | { readonly state: 'unknown' };

export interface CheckedDocument {
  readonly document: ActionDocument;
  readonly state: FoundDocument['state'];
}

/** INVARIANT: bytes come from here alone, and only if they are those that the action binds, of the type that it says. */
export async function findDocument(
  authority: Pick<Authority, 'document'>,
  grantId: string,
  { sha256, media_type: type, size_bytes: size }: ActionDocument,
): Promise<FoundDocument> {
  const found = await authority.document(grantId, sha256);
  if (!found.ok) {
    const { status } = found.error.detail ?? {};
    return { state: status === 410 || status === 404 ? 'gone' : 'unknown' };
  }
  const bytes = found.value;
  const isSame = nodeCrypto.sha256(bytes) === sha256 && bytes.length === size && documentType(bytes) === type;
  return isSame ? { state: 'same', bytes } : { state: 'differs' };
}

/** Checks each document of an action, one after the other, so that one at a time is in memory. */
export async function checkDocuments(
  authority: Pick<Authority, 'document'>,
  { grant, action: { documents = [] } }: Pick<GrantRecord, 'grant' | 'action'>,
): Promise<readonly CheckedDocument[]> {
  const checked: CheckedDocument[] = [];
  for (const document of documents) {
    const { state } = await findDocument(authority, grant.grant_id, document);
    checked.push({ document, state });
  }
  return checked;
}
