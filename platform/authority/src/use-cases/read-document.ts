import { fail, ok, type Result } from '@common/base/result';
import type { AuthorityDeps } from './deps.ts';

export type DocumentReadRefusal = 'grant_not_found' | 'document_not_found' | 'document_not_kept';

/**
 * Reads a document by a grant whose action names it, so that those who may read the grant may read it, and nobody else. Its
 * reader hashes it: what a database holds proves nothing.
 */
export async function readDocument(
  { store }: Pick<AuthorityDeps, 'store'>,
  grantId: string,
  sha256: string,
): Promise<Result<Uint8Array, DocumentReadRefusal>> {
  const record = await store.grant(grantId);
  if (record === null) return fail('grant_not_found', `There is no grant ${grantId}.`);
  const { tenant, documents = [] } = record.action;
  if (!documents.some((document) => document.sha256 === sha256))
    return fail('document_not_found', `The action of ${grantId} names no document ${sha256}.`);
  const bytes = await store.documentBytes({ tenant, sha256 });
  if (bytes === null)
    return fail(
      'document_not_kept',
      `The document ${sha256} is no longer kept here. Its hash stays signed: anyone who has the file can prove that it is the one.`,
    );
  return ok(bytes);
}
