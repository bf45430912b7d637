import { fail, ok, type Result } from '@common/base/result';
import type { KeyEntry, KeyRole, KeyVersion } from '@platform/core/objects/key-entry';
import { versionsOf } from '@platform/core/signed/key-history';
import { keyOf } from '@platform/core/signed/signed';
import type { AuthorityDeps } from './deps.ts';

/**
 * The operator's own services. People's keys are marked again from the evidence chain, by
 * `applyKnownCompromises`.
 */
const OWN: readonly KeyRole[] = ['authority', 'service_assembly', 'pep'];

/**
 * Checks that the keys folder knows all that the newest receipt records of the services' keys. INVARIANT: an
 * older copy of the folder does not restore a key that was replaced or marked since. No signed statement
 * records that, so only receipts show it.
 */
export async function checkOwnKeys({
  store,
  keys,
}: Pick<AuthorityDeps, 'store' | 'keys'>): Promise<Result<void, 'keys_rolled_back'>> {
  const [newest] = await store.receipts({
    grantId: null,
    tenant: null,
    tenants: null,
    before: null,
    limit: 1,
  });
  if (newest === undefined) return ok(undefined);
  const known = await keys();
  for (const entry of Object.values(newest.bundle.keys)) {
    const here = keyOf(known, entry.kid);
    const lost = here === undefined || !OWN.includes(entry.role) ? undefined : lostOf(entry, here);
    if (lost === undefined) continue;
    const { receipt_id: id, when } = newest;
    return fail(
      'keys_rolled_back',
      `The receipt ${id} of ${when.assembled_at} has ${inWords(lost)}, which SERVICE_KEYS_DIR does not know: the folder is older than the database. Put back its newest copy. If there is none, put ${entry.kid} of a newer /.well-known/keys.json into public/${entry.kid}.json and run sanad keys rotate ${entry.kid}.`,
    );
  }
  return ok(undefined);
}

/** Finds a key that the folder lacks, or whose mark it lacks. */
function lostOf(entry: KeyEntry, here: KeyEntry): KeyVersion | undefined {
  return versionsOf(entry).find((version) => {
    const same = versionsOf(here).find(({ fingerprint }) => fingerprint === version.fingerprint);
    return same === undefined || (version.compromised_at !== null && same.compromised_at === null);
  });
}

function inWords({ kid, fingerprint, compromised_at: lost }: KeyVersion): string {
  return lost === null
    ? `the key ${fingerprint} of ${kid}`
    : `the key ${fingerprint} of ${kid}, stolen at ${lost}`;
}
