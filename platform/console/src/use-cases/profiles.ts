import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { type Profile, ProfileDraft, type SignedProfile } from '@platform/core/objects/profile';
import { readProfileDraft } from '@platform/core/objects/read-plugin';
import { faultOf, faultText, shapeFault } from '@platform/core/objects/shape-fault';
import { counterpartyOf, type PluginFiles, pluginHash } from '@platform/core/signed/plugin';
import { compareVersions } from '@platform/core/signed/profile';
import { type Signer, signObject, verifySigned } from '@platform/core/signed/signed';
import { printable } from '@platform/core/verify/report-html';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** Reads a draft of one of these plugins’ profiles, with the names that its manifest declares. */
export function readDraft(
  plugins: readonly PluginManifest[],
  given: unknown,
): Result<ProfileDraft, 'draft_invalid'> {
  const written = withoutPublication(given);
  if (!Value.Check(ProfileDraft, written)) {
    const message = `This is not a profile draft: ${faultOf(ProfileDraft, written)}.`;
    return fail('draft_invalid', message, { fault: shapeFault(ProfileDraft, written) });
  }
  const manifest = plugins.find(({ name }) => name === written.plugin);
  if (manifest === undefined) {
    const known = plugins.map(({ name }) => name).join(', ');
    return fail('draft_invalid', `There is no plugin ${written.plugin}: there is ${known}.`);
  }
  const hidden = hiddenIn(written);
  if (hidden !== null) {
    const message = `has a character that cannot be seen; written out, it reads: ${hidden.text}. Remove it`;
    const fault = { path: hidden.path, message };
    return fail('draft_invalid', `The draft is wrong: ${faultText(fault)}.`, { fault });
  }
  const draft = readProfileDraft(manifest, written);
  return draft.ok
    ? draft
    : fail('draft_invalid', `The profile is wrong: ${draft.error.message}.`, draft.error.detail);
}

/**
 * The first text in the draft that has hidden characters, with these spelled out, and its path; null if there
 * is none.
 */
function hiddenIn(value: unknown, path = ''): { readonly path: string; readonly text: string } | null {
  if (typeof value === 'string') {
    const text = printable(value);
    return text === value ? null : { path, text };
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, one] of Object.entries(value)) {
    const hidden = hiddenIn(one, `${path}/${name}`);
    if (hidden !== null) return hidden;
  }
  return null;
}

/** The members that each publication adds to a draft anew. */
const PUBLICATION: readonly string[] = [
  ...['type', 'deployment', 'plugin_hash', 'counterparty', 'published_by', 'published_at', 'reason'],
  'replaces',
];

/**
 * Returns the draft inside the output of `sanad profile show --json`, which a person can change and publish;
 * returns anything else unchanged.
 */
function withoutPublication(given: unknown): unknown {
  const shown = Value.Check(SHOWN, given) ? given.profile : given;
  if (!Value.Check(OBJECT, shown) || shown.type !== 'sanad/profile/1') return given;
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !PUBLICATION.includes(name)));
}

const OBJECT = Type.Record(Type.String(), Type.Unknown());
const SHOWN = Type.Object({ profile: OBJECT, profile_hash: Type.String(), signature: OBJECT });

/** What a profile says of its plugin, computed from the plugin’s own files. */
export function pluginFacts(
  crypto: Crypto,
  files: PluginFiles,
): Pick<Profile, 'plugin_hash' | 'counterparty'> {
  return { plugin_hash: pluginHash(crypto, files), counterparty: counterpartyOf(files.connector) };
}

/**
 * Refuses a version that is not above the one in force, so that nobody rolls rules back under an old number.
 */
export function checkVersionRises(
  draft: ProfileDraft,
  inForce: SignedProfile | null,
): Result<void, 'version_must_rise'> {
  if (inForce === null || compareVersions(draft.version, inForce.profile.version) > 0) return ok(undefined);
  return fail(
    'version_must_rise',
    `${draft.name} ${inForce.profile.version} is in force: give the draft a higher version.`,
  );
}

/** Whether this key may publish for its person. A profile bounds the mandates of every tenant. */
export function checkPublisher(
  { kid, role, person, tenants }: Pick<KeyEntry, 'kid' | 'role' | 'person' | 'tenants'>,
  publishedBy: string,
): Result<void, 'signer_is_another_principal' | 'tenant_not_of_principal'> {
  if (role !== 'principal' || person !== publishedBy) {
    return fail(
      'signer_is_another_principal',
      `The text names ${publishedBy}, and ${kid} is not that principal’s key`,
    );
  }
  if (tenants?.includes('*') === true) return ok(undefined);
  return fail(
    'tenant_not_of_principal',
    `${kid} may not sign for every tenant, and a profile bounds the mandates of all`,
  );
}

/** The members that publishing adds to a draft. */
type Publication = Pick<
  Profile,
  'deployment' | 'plugin_hash' | 'counterparty' | 'published_by' | 'published_at' | 'reason' | 'replaces'
>;

/** Refuses if the version in force is no longer the one that the draft was written to replace. */
export function checkStillReplaces(
  { replaces }: Pick<Profile, 'replaces'>,
  inForce: SignedProfile | null,
): Result<void, 'profile_changed'> {
  if (replaces === inForce?.profile_hash) return ok(undefined);
  return fail(
    'profile_changed',
    `${inForce?.profile.name ?? 'The profile'} ${inForce?.profile.version ?? ''} was published meanwhile, so nothing was: read what is in force now, and write the draft anew.`,
  );
}

export function signProfile(
  crypto: Crypto,
  signer: Signer,
  draft: ProfileDraft,
  publication: Publication,
): SignedProfile {
  const profile: Profile = { type: 'sanad/profile/1', ...draft, ...publication };
  const { hash, signature } = signObject(crypto, signer, profile);
  return { profile, profile_hash: hash, signature };
}

/**
 * Checks a profile from elsewhere: it recomputes the hash, checks the signature, and requires the signer to
 * be the person whom the profile names.
 */
export function checkProfile(
  crypto: Crypto,
  keys: KeySet,
  signed: SignedProfile,
): Result<SignedProfile, 'profile_disagrees'> {
  const { profile: object, profile_hash: hash, signature } = signed;
  const checked = verifySigned(crypto, { object, hash, signature, keys, at: object.published_at });
  if (!checked.ok) return fail('profile_disagrees', `Profile ${object.name}: ${checked.error.message}.`);
  if (checked.value.person !== object.published_by) {
    return fail('profile_disagrees', `Profile ${object.name} is not signed by ${object.published_by}.`);
  }
  return ok(signed);
}
