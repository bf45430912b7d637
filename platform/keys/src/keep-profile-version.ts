import { ok, type Result } from '@common/base/result';
import type { SignedProfile } from '@platform/core/objects/profile';
import { checkSuccession, type ProfileRefusal, type ProfileSeen } from '@platform/core/signed/profile';

/** The newest version of each profile that a service has ever trusted. */
export interface SeenProfiles {
  /** Locks it for the transaction, if it exists. */
  profileSeen(name: string): Promise<ProfileSeen | null>;
  setProfileSeen(name: string, seen: ProfileSeen): Promise<void>;
}

/** Runs `work` in one transaction. `work` may run again and has no other effect. */
type Atomically = <Value>(work: (profiles: SeenProfiles) => Promise<Value>) => Promise<Value>;

/** Remembers the newest version of a profile. An older one is an attempt to roll the rules back. */
export function keepProfileVersion<Signed extends SignedProfile>(
  atomically: Atomically,
  signed: Signed,
): Promise<Result<Signed, ProfileRefusal>> {
  const { name, version } = signed.profile;
  return atomically(async (profiles) => {
    const succession = checkSuccession(signed, await profiles.profileSeen(name));
    if (!succession.ok) return succession;
    if (succession.value === 'newer') {
      await profiles.setProfileSeen(name, { version, profileHash: signed.profile_hash });
    }
    return ok(signed);
  });
}
