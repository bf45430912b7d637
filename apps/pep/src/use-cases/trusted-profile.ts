import { fail, ok, type Result } from '@sanad/base/result';
import { parseStrict } from '@sanad/proof/canonical';
import { nodeCrypto } from '@sanad/proof/node';
import { verifySigned } from '@sanad/proof/signed';
import type { KeySet } from '@sanad/protocol/key-entry';
import { SignedProfile } from '@sanad/protocol/profile';
import { Value } from 'typebox/value';
import type { IntentStore } from '../store/store.ts';
import type { PepDeps } from './ports.ts';

/** Interface document, part 7: answered with 503. */
export type ProfileRefusal =
  | 'profile_hash_mismatch'
  | 'profile_signature_invalid'
  | 'signer_not_principal'
  | 'profile_missing';

export type ReadProfile = (name: string) => Promise<Result<SignedProfile, ProfileRefusal>>;

/** Reads the profile in force on each call, and verifies it again whenever its file or the keys have changed. */
export function profileReader(deps: Pick<PepDeps, 'store' | 'keys' | 'readProfileFile'>): ReadProfile {
  const trusted = new Map<string, { text: string; keys: KeySet; signed: SignedProfile }>();
  return async (name) => {
    const text = await deps.readProfileFile(name);
    if (text === null) return fail('profile_missing', `No profile ${name} is in force: publish one.`);
    const keys = await deps.keys();
    const known = trusted.get(name);
    if (known?.text === text && known.keys === keys) return ok(known.signed);
    const checked = await checkProfile(deps.store, keys, name, text);
    if (checked.ok) trusted.set(name, { text, keys, signed: checked.value });
    else trusted.delete(name);
    return checked;
  };
}

async function checkProfile(
  store: IntentStore,
  keys: KeySet,
  name: string,
  text: string,
): Promise<Result<SignedProfile, ProfileRefusal>> {
  const read = parseStrict(text);
  const signed = read.ok ? read.value : null;
  if (!Value.Check(SignedProfile, signed) || signed.profile.name !== name)
    return fail('profile_hash_mismatch', `The file of ${name} is not a signed profile of that name.`);
  const { profile, profile_hash: hash, signature } = signed;
  const verified = verifySigned(nodeCrypto, {
    object: profile,
    hash,
    signature,
    keys,
    at: profile.published_at,
  });
  if (!verified.ok) {
    const { code, message } = verified.error;
    if (code === 'hash_mismatch')
      return fail('profile_hash_mismatch', `${name} was changed after it was signed: ${message}`);
    if (code === 'kid_unknown' || code === 'role_not_allowed')
      return fail('signer_not_principal', `${name} is not signed by a principal: ${message}`);
    return fail('profile_signature_invalid', `The signature of ${name} is not good: ${message}`);
  }
  return keepVersion(store, signed);
}

/** INVARIANT: a version never goes back, nor comes again with another content: neither did a principal decide on. */
async function keepVersion(
  store: IntentStore,
  signed: SignedProfile,
): Promise<Result<SignedProfile, ProfileRefusal>> {
  const { name, version } = signed.profile;
  const seen = await store.seenProfile(name);
  const order = seen === null ? 1 : compareVersions(version, seen.version);
  if (order < 0 || (order === 0 && seen?.profileHash !== signed.profile_hash)) {
    const message = `${name}@${version} is not the profile that was in force as ${seen?.version}; publish a new version.`;
    return fail('profile_hash_mismatch', message);
  }
  if (order > 0) await store.saveSeenProfile({ name, version, profileHash: signed.profile_hash });
  return ok(signed);
}

function compareVersions(a: string, b: string): number {
  const theirs = b.split('.').map(Number);
  for (const [index, part] of a.split('.').map(Number).entries()) {
    const difference = part - (theirs[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
