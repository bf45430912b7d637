import { ok, type Result } from '@common/base/result';
import type { ProfileInForce, ProfileRefusal } from '@platform/core/signed/profile';
import { keepProfileVersion } from '@platform/keys/keep-profile-version';
import type { AuthorityStore, Unit } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';
import { publishedEvent } from './notice-events.ts';

/**
 * Stores the newest version of a profile, and the profile and plugin themselves. INVARIANT: this precedes the
 * first grant that they decide, so that every receipt can show its rules, whatever is in force by then.
 */
export async function keepRules(
  { atomically, clock }: Pick<AuthorityStore, 'atomically'> & Pick<AuthorityDeps, 'clock'>,
  inForce: ProfileInForce,
): Promise<Result<ProfileInForce, ProfileRefusal>> {
  const kept = await keepProfileVersion(
    (work) => atomically((unit) => work({ ...unit, setProfileSeen: tellAndSet(unit, inForce, clock) })),
    inForce,
  );
  if (!kept.ok) return kept;
  const { plugin, ...profile } = kept.value;
  const { manifest, connector } = plugin;
  await atomically((unit) => unit.keepRules({ profile, plugin: { manifest, connector } }));
  return ok(kept.value);
}

/** A version that somebody put into the folder is news as one that was published here. */
function tellAndSet(unit: Unit, inForce: ProfileInForce, clock: () => number): Unit['setProfileSeen'] {
  return async (name, seen) => {
    await unit.setProfileSeen(name, seen);
    await unit.enterNoticeEvents([publishedEvent(inForce, clock())]);
  };
}
