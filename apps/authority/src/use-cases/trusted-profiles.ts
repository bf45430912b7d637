import { fail, ok, type Result } from '@sanad/base/result';
import { parseStrict } from '@sanad/proof/canonical';
import type { Crypto } from '@sanad/proof/crypto';
import { verifySigned } from '@sanad/proof/signed';
import type { KeySet } from '@sanad/protocol/key-entry';
import { SignedProfile } from '@sanad/protocol/profile';
import { Value } from 'typebox/value';
import type { AuthorityStore } from '../store/store.ts';

/** Interface document, part 7: answered with 503. */
export type ProfileRefusal =
  | 'profile_hash_mismatch'
  | 'profile_signature_invalid'
  | 'signer_not_principal'
  | 'profile_missing';

export interface TrustedProfiles {
  /** The profile in force, verified again whenever its file or the keys have changed. */
  inForce(name: string): Promise<Result<SignedProfile, ProfileRefusal>>;
}

export interface TrustedProfilesDeps {
  readonly store: Pick<AuthorityStore, 'atomically'>;
  readonly keys: () => Promise<KeySet>;
  readonly crypto: Crypto;
  /** The text of the file of a profile; null where there is none. */
  readonly readProfileFile: (name: string) => Promise<string | null>;
}

export function createTrustedProfiles(deps: TrustedProfilesDeps): TrustedProfiles {
  const verified = new Map<
    string,
    { readonly text: string; readonly keys: KeySet; readonly signed: SignedProfile }
  >();
  return {
    async inForce(name) {
      const text = await deps.readProfileFile(name);
      if (text === null) {
        return fail('profile_missing', `No profile ${name} is published: sanad profile publish.`);
      }
      const keys = await deps.keys();
      const known = verified.get(name);
      if (known !== undefined && known.text === text && known.keys === keys) return ok(known.signed);
      const read = await readProfile(deps, name, text, keys);
      if (read.ok) verified.set(name, { text, keys, signed: read.value });
      else verified.delete(name);
      return read;
    },
  };
}

async function readProfile(
  deps: TrustedProfilesDeps,
  name: string,
  text: string,
  keys: KeySet,
): Promise<Result<SignedProfile, ProfileRefusal>> {
  const parsed = parseStrict(text);
  if (!parsed.ok || !Value.Check(SignedProfile, parsed.value) || parsed.value.profile.name !== name) {
    return fail('profile_hash_mismatch', `The file of profile ${name} is no signed profile of that name.`);
  }
  const signed = parsed.value;
  const refusal = checkSignature(deps.crypto, signed, keys);
  if (refusal !== null) return refusal;
  return keepVersion(deps.store, signed);
}

function checkSignature(crypto: Crypto, signed: SignedProfile, keys: KeySet) {
  const { profile, profile_hash: hash, signature } = signed;
  const checked = verifySigned(crypto, { object: profile, hash, signature, keys, at: profile.published_at });
  if (checked.ok) return null;
  const { code, message } = checked.error;
  if (code === 'hash_mismatch') {
    return fail('profile_hash_mismatch', `Profile ${profile.name} was changed after it was signed.`);
  }
  if (code === 'role_not_allowed' || code === 'kid_unknown') {
    return fail('signer_not_principal', `Profile ${profile.name} is not signed by a principal: ${message}`);
  }
  return fail('profile_signature_invalid', `Profile ${profile.name}: ${message}`);
}

/** An older version, or another text under the same version, is somebody's attempt to turn rules back. */
async function keepVersion(
  store: Pick<AuthorityStore, 'atomically'>,
  signed: SignedProfile,
): Promise<Result<SignedProfile, ProfileRefusal>> {
  const { name, version } = signed.profile;
  return store.atomically(async (unit) => {
    const seen = await unit.profileSeen(name);
    if (seen !== null) {
      const order = compareVersions(version, seen.version);
      if (order < 0 || (order === 0 && seen.profileHash !== signed.profile_hash)) {
        return fail(
          'profile_hash_mismatch',
          `Profile ${name} ${version} is not the one that was in force as ${seen.version}: publish a newer version.`,
        );
      }
      if (order === 0) return ok(signed);
    }
    await unit.setProfileSeen(name, { version, profileHash: signed.profile_hash });
    return ok(signed);
  });
}

/** Of `major.minor.patch`, by number. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let part = 0; part < 3; part += 1) {
    const difference = (left?.[part] ?? 0) - (right?.[part] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}
