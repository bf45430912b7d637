import { ok, type Result } from '@common/base/result';
import { checkSuccession, type ProfileRefusal } from '@platform/proof/profile';
import type { SignedProfile } from '@platform/protocol/profile';
import type { AuthorityStore } from '../store/store.ts';

/** Remembers the newest version of a profile; an older one is somebody's attempt to turn the rules back. */
export async function keepProfileVersion(
  store: Pick<AuthorityStore, 'atomically'>,
  signed: SignedProfile,
): Promise<Result<SignedProfile, ProfileRefusal>> {
  const { name, version } = signed.profile;
  return store.atomically(async (unit) => {
    const succession = checkSuccession(signed, await unit.profileSeen(name));
    if (!succession.ok) return succession;
    if (succession.value === 'newer') {
      await unit.setProfileSeen(name, { version, profileHash: signed.profile_hash });
    }
    return ok(signed);
  });
}
