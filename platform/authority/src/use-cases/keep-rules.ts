import { ok, type Result } from '@common/base/result';
import type { ProfileInForce, ProfileRefusal } from '@platform/core/signed/profile';
import { keepProfileVersion } from '@platform/keys/keep-profile-version';
import type { AuthorityStore, Unit } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';
import { enterEndings } from './endings.ts';
import { publishedEvent } from './notice-events.ts';

/**
 * Stores the newest version of a profile, and the profile and plugin themselves. INVARIANT: this precedes the
 * first grant that they decide, so that every receipt can show its rules, whatever is in force by then.
 */
export async function keepRules(
  { atomically, ...deps }: Pick<AuthorityStore, 'atomically'> & Pick<AuthorityDeps, 'clock' | 'crypto'>,
  inForce: ProfileInForce,
): Promise<Result<ProfileInForce, ProfileRefusal>> {
  const kept = await keepProfileVersion(
    (work) => atomically((unit) => work({ ...unit, setProfileSeen: tellAndSet(unit, inForce, deps) })),
    inForce,
  );
  if (!kept.ok) return kept;
  const { plugin, ...profile } = kept.value;
  const { manifest, connector } = plugin;
  await atomically((unit) => unit.keepRules({ profile, plugin: { manifest, connector } }));
  return ok(kept.value);
}

/** A version that somebody put into the folder is news as one that was published here. */
function tellAndSet(
  unit: Unit,
  inForce: ProfileInForce,
  deps: Pick<AuthorityDeps, 'clock' | 'crypto'>,
): Unit['setProfileSeen'] {
  return async (name, seen) => {
    const before = await unit.profileSeen(name);
    await unit.setProfileSeen(name, seen);
    await unit.enterNoticeEvents([publishedEvent(inForce, deps.clock())]);
    if (before !== null)
      await enterEndings(deps, unit, [{ kind: 'profile', id: before.profileHash, by: seen.profileHash }]);
  };
}
