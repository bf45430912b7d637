import { fail, ok, type Result } from '@common/base/result';
import type { KeySet } from '@platform/protocol/key-entry';
import { SignedProfile } from '@platform/protocol/profile';
import { Value } from 'typebox/value';
import { parseStrict } from './canonical.ts';
import type { Crypto } from './crypto.ts';
import { keyOf, verifySigned } from './signed.ts';

/** Why a profile cannot be trusted: interface document, part 7, each answered with 503. */
export type ProfileRefusal =
  | 'profile_hash_mismatch'
  | 'profile_signature_invalid'
  | 'signer_not_principal'
  | 'profile_missing';

export type ReadProfile = (name: string) => Promise<Result<SignedProfile, ProfileRefusal>>;

/** The newest version of a profile that a service has seen. */
export interface ProfileSeen {
  readonly version: string;
  readonly profileHash: string;
}

interface ProfileReaderDeps {
  readonly crypto: Crypto;
  /** The same object until a key changes. */
  readonly keys: () => Promise<KeySet>;
  /** The text of a profile's file; null if there is none. */
  readonly readFile: (name: string) => Promise<string | null>;
  /** Remembers a version that may follow the one seen before (`checkSuccession`). */
  readonly keepVersion: (signed: SignedProfile) => Promise<Result<SignedProfile, ProfileRefusal>>;
}

/** The profile in force, read at each call, and verified again whenever its file or the keys have changed. */
export function createProfileReader(deps: ProfileReaderDeps): ReadProfile {
  const trusted = new Map<string, { text: string; keys: KeySet; signed: SignedProfile }>();
  return async (name) => {
    const text = await deps.readFile(name);
    if (text === null) {
      return fail(
        'profile_missing',
        `No profile ${name} is published: publish one with sanad profile publish.`,
      );
    }
    const keys = await deps.keys();
    const known = trusted.get(name);
    if (known?.text === text && known.keys === keys) return ok(known.signed);
    const verified = readSignedProfile(deps.crypto, name, text, keys);
    const kept = verified.ok ? await deps.keepVersion(verified.value) : verified;
    if (kept.ok) trusted.set(name, { text, keys, signed: kept.value });
    else trusted.delete(name);
    return kept;
  };
}

/** A signed profile of that name, signed by the principal whom it names as its publisher. */
function readSignedProfile(
  crypto: Crypto,
  name: string,
  text: string,
  keys: KeySet,
): Result<SignedProfile, ProfileRefusal> {
  const parsed = parseStrict(text);
  const signed = parsed.ok ? parsed.value : null;
  if (!Value.Check(SignedProfile, signed) || signed.profile.name !== name) {
    return fail('profile_hash_mismatch', `The file of profile ${name} is not a signed profile of that name.`);
  }
  const { profile, profile_hash: hash, signature } = signed;
  const checked = verifySigned(crypto, { object: profile, hash, signature, keys, at: profile.published_at });
  if (!checked.ok) {
    const { code, message } = checked.error;
    if (code === 'hash_mismatch') {
      return fail('profile_hash_mismatch', `Profile ${name} was changed after it was signed.`);
    }
    if (code === 'role_not_allowed' || code === 'kid_unknown') {
      return fail('signer_not_principal', `Profile ${name} is not signed by a principal: ${message}`);
    }
    return fail('profile_signature_invalid', `Profile ${name}: ${message}`);
  }
  if (keyOf(keys, signature.kid)?.person !== profile.published_by) {
    return fail('signer_not_principal', `Profile ${name} is not signed by ${profile.published_by}.`);
  }
  return ok(signed);
}

/** INVARIANT: a version never goes back, nor returns with other content: no principal decided on either. */
export function checkSuccession(
  signed: SignedProfile,
  seen: ProfileSeen | null,
): Result<'newer' | 'same', 'profile_hash_mismatch'> {
  const { name, version } = signed.profile;
  const order = seen === null ? 1 : compareVersions(version, seen.version);
  if (order > 0) return ok('newer');
  if (order === 0 && seen?.profileHash === signed.profile_hash) return ok('same');
  return fail(
    'profile_hash_mismatch',
    `Profile ${name} ${version} is not the one that was in force as ${seen?.version}: publish a newer version.`,
  );
}

/** Of `major.minor.patch`, by number: negative, zero or positive. */
export function compareVersions(a: string, b: string): number {
  const right = b.split('.').map(Number);
  for (const [index, part] of a.split('.').map(Number).entries()) {
    const difference = part - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
