import { ok, type Result } from '@common/base/result';
import type { ProfileInForce, ProfileRefusal } from '@platform/core/signed/profile';
import { keepProfileVersion } from '@platform/keys/keep-profile-version';
import type { AuthorityStore } from '../store/store.ts';

/**
 * Stores the newest version of a profile, and the profile and plugin themselves. INVARIANT: this precedes the
 * first grant that they decide, so that every receipt can show its rules, whatever is in force by then.
 */
export async function keepRules(
  { atomically }: Pick<AuthorityStore, 'atomically'>,
  inForce: ProfileInForce,
): Promise<Result<ProfileInForce, ProfileRefusal>> {
  const kept = await keepProfileVersion(atomically, inForce);
  if (!kept.ok) return kept;
  const { plugin, ...profile } = kept.value;
  const { manifest, connector } = plugin;
  await atomically((unit) => unit.keepRules({ profile, plugin: { manifest, connector } }));
  return ok(kept.value);
}
