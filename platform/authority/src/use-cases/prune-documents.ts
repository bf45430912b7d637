import type { AuthorityDeps } from './deps.ts';
import { WAITS_MS } from './keep-document.ts';

const MS_PER_DAY = 86_400_000;

/**
 * Deletes uploads that no proposal named in time, and documents that are kept no longer. Nothing that is signed changes:
 * an action has its documents' hashes, not their bytes.
 */
export async function pruneDocuments({
  store,
  clock,
  limits,
}: Pick<AuthorityDeps, 'store' | 'clock' | 'limits'>): Promise<void> {
  const nowMs = clock();
  const { keptDays } = limits.documents;
  const due = {
    uploadedBefore: nowMs - WAITS_MS,
    namedBefore: keptDays === null ? null : nowMs - keptDays * MS_PER_DAY,
  };
  for (const tenant of await store.tenantsWithDueDocuments(due)) {
    await store.atomically(async (unit) => {
      await unit.lockTenant(tenant);
      await unit.pruneDocuments(tenant, due);
    });
  }
}
