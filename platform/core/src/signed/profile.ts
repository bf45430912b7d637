import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { Value } from 'typebox/value';
import type { KeySet } from '../objects/key-entry.ts';
import { SignedProfile } from '../objects/profile.ts';
import { profileFaultBy } from '../objects/read-plugin.ts';
import { checkPlugin, type Plugin } from './plugin.ts';
import { verifySigned } from './signed.ts';

/** Why a profile cannot be trusted (interface document, part 7). Each is answered with 503. */
export type ProfileRefusal =
  | 'deployment_mismatch'
  | 'profile_hash_mismatch'
  | 'profile_signature_invalid'
  | 'signer_not_principal'
  | 'profile_rules_invalid'
  | 'profile_missing'
  /** The plugin's folder is not the one that was signed with the profile. */
  | 'plugin_hash_mismatch'
  | 'plugin_missing';

/** A trusted profile, with the plugin that was signed with it. */
export interface ProfileInForce extends SignedProfile {
  readonly plugin: Plugin;
}

export type ReadProfile = (name: string) => Promise<Result<ProfileInForce, ProfileRefusal>>;

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
  /** The plugin with this profile, as its folder is now; the same object until that changes. */
  readonly plugin: (name: string) => Result<Plugin, 'plugin_hash_mismatch' | 'plugin_missing'>;
  /** Remembers a version that may follow the one seen before (`checkSuccession`). */
  readonly keepVersion: (inForce: ProfileInForce) => Promise<Result<ProfileInForce, ProfileRefusal>>;
}

/** The profile in force, read at each call, and verified again whenever its file, its plugin or the keys have changed. */
export function createProfileReader(deps: ProfileReaderDeps): ReadProfile {
  const trusted = new Map<string, { text: string; keys: KeySet; inForce: ProfileInForce }>();
  return async (name) => {
    const plugin = deps.plugin(name);
    if (!plugin.ok) return plugin;
    const text = await deps.readFile(name);
    if (text === null) {
      return fail(
        'profile_missing',
        `No profile ${name} is published: publish one with sanad profile publish.`,
      );
    }
    const keys = await deps.keys();
    const known = trusted.get(name);
    if (known?.text === text && known.keys === keys && known.inForce.plugin === plugin.value)
      return ok(known.inForce);
    const verified = readInForce(deps.crypto, name, text, keys, plugin.value);
    const kept = verified.ok ? await deps.keepVersion(verified.value) : verified;
    if (kept.ok) trusted.set(name, { text, keys, inForce: kept.value });
    else trusted.delete(name);
    return kept;
  };
}

/** Returns a trusted profile from its file’s text. Every reader of a profile makes these checks. */
export function readInForce(
  crypto: Crypto,
  name: string,
  text: string,
  keys: KeySet,
  plugin: Plugin,
): Result<ProfileInForce, ProfileRefusal> {
  const signed = readSignedProfile(crypto, name, text, keys);
  if (!signed.ok) return signed;
  const same = checkPlugin(signed.value.profile, plugin);
  if (!same.ok) return same;
  // INVARIANT: a signed rule that the plugin does not know is never ignored.
  const { name: profile, version } = signed.value.profile;
  const fault = profileFaultBy([plugin.manifest])(signed.value.profile);
  if (fault === null) return ok({ ...signed.value, plugin });
  return fail(
    'profile_rules_invalid',
    `Profile ${profile} ${version} does not fit its plugin: ${fault}. Publish a corrected version.`,
  );
}

/** Checks a profile of that name, signed by the principal whom it names as its publisher. */
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
    if (code === 'deployment_mismatch') return fail(code, `Profile ${name}: ${message}.`, { profile: name });
    if (code === 'role_not_allowed' || code === 'kid_unknown') {
      return fail('signer_not_principal', `Profile ${name} is not signed by a principal: ${message}`);
    }
    return fail('profile_signature_invalid', `Profile ${name}: ${message}`);
  }
  if (checked.value.person !== profile.published_by) {
    return fail('signer_not_principal', `Profile ${name} is not signed by ${profile.published_by}.`);
  }
  return ok(signed);
}

/**
 * INVARIANT: a version never goes back, nor returns with other content: no principal decided on either.
 * @example checkSuccession({ profile: { version: '1.10.0' } }, { version: '1.9.0' }) // ok('newer')
 */
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

/**
 * Compares `major.minor.patch` by number: negative, zero or positive.
 * @example compareVersions('1.10.0', '1.9.0') // 1
 */
export function compareVersions(a: string, b: string): number {
  const right = b.split('.').map(Number);
  for (const [index, part] of a.split('.').map(Number).entries()) {
    const difference = part - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
