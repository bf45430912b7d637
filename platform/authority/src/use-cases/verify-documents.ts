import type { DocumentPlace } from '../store/documents.store.ts';
import type { AuthorityDeps } from './deps.ts';

const PAGE = 100;

/** Hashes every document that is kept, one at a time. Returns what is wrong; empty if all is well. */
export async function verifyDocuments({
  store,
  crypto,
}: Pick<AuthorityDeps, 'store' | 'crypto'>): Promise<{ readonly count: number; readonly faults: string[] }> {
  const faults: string[] = [];
  let [count, after]: [number, DocumentPlace | null] = [0, null];
  for (;;) {
    const page: readonly DocumentPlace[] = await store.documentsAfter(after, PAGE);
    for (const place of page) {
      const bytes = await store.documentBytes(place);
      const name = `document ${place.sha256} of ${place.tenant}`;
      if (bytes === null) faults.push(`${name}: its bytes are missing`);
      else if (crypto.sha256(bytes) !== place.sha256) faults.push(`${name}: its bytes were changed`);
    }
    count += page.length;
    after = page.at(-1) ?? null;
    if (after === null || page.length < PAGE) return { count, faults };
  }
}
