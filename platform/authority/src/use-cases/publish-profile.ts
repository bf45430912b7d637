import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { withEarlier } from '@platform/core/directory/earlier';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { SignedProfile } from '@platform/core/objects/profile';
import { compareVersions, type ProfileRefusal, readInForce } from '@platform/core/signed/profile';
import { type SignedRefusal, verifySigned } from '@platform/core/signed/signed';
import { unlessStolen } from '@platform/core/signed/stolen-keys';
import type { DirectoryReads } from '../store/directories.store.ts';
import type { AuthorityDeps } from './deps.ts';
import { untilLeasesEnd } from './end-of-leases.ts';
import { enterEndings } from './endings.ts';
import { publishedEvent } from './notice-events.ts';

export type PublishRefusal =
  | SignedRefusal
  | 'profile_not_found'
  | 'profile_invalid'
  | 'published_at_invalid'
  | 'plugin_changed'
  | 'profile_changed'
  | 'version_must_rise'
  | 'tenant_not_of_principal';

type Deps = Pick<
  AuthorityDeps,
  | 'store'
  | 'readProfile'
  | 'writeProfile'
  | 'plugins'
  | 'keys'
  | 'crypto'
  | 'clock'
  | 'pause'
  | 'sendWithinMs'
>;

/** A signer's clock may be ahead of ours by this much. */
const MOST_AHEAD_MS = 60_000;

/**
 * Puts a version in force that a principal signed. INVARIANT: it passes the same check that every reader of
 * the file makes, and it was written over the version in force, so no later version is undone unnoticed.
 */
export async function publishProfile(
  deps: Deps,
  asked: string,
  signed: SignedProfile,
): Promise<Result<SignedProfile, PublishRefusal>> {
  const { profile, profile_hash: hash } = signed;
  const { name, version } = profile;
  const plugin = [...deps.plugins().values()].find(({ manifest }) => manifest.profile === name);
  if (plugin === undefined || name !== asked) {
    return fail('profile_not_found', `No plugin here has the profile ${asked} with this version in it.`);
  }
  const may = await checkSigner(deps, signed);
  if (!may.ok) return may;
  const read = readInForce(deps.crypto, name, JSON.stringify(signed), await deps.keys(), plugin);
  if (!read.ok) return fail(CODES[read.error.code] ?? 'profile_invalid', read.error.message);
  // First stores the version that is in force by its file, so that it counts below.
  await deps.readProfile(name);
  const published = await deps.store.atomically(
    async (unit): Promise<Result<SignedProfile, PublishRefusal>> => {
      const seen = await unit.profileSeen(name);
      if (seen?.profileHash === hash) {
        await deps.writeProfile(signed);
        return ok(signed);
      }
      if ((profile.replaces ?? null) !== (seen?.profileHash ?? null)) {
        const message = `${name} ${seen?.version ?? 'of no version'} is in force, and this version was not written over it: read what is in force now, and write yours anew.`;
        return fail('profile_changed', message);
      }
      const before = seen === null ? null : await unit.rules(seen.profileHash);
      const expected = withEarlier(profile, before?.profile.profile ?? null, await newestEntries(unit, name));
      if (hashOf(deps.crypto, expected) !== hash) {
        const message = `The directories of ${name} have gone on, or this version names other entries as the newest from before it asks for two people: sign it again.`;
        return fail('profile_changed', message);
      }
      if (seen !== null && compareVersions(version, seen.version) <= 0) {
        return fail('version_must_rise', `${name} ${seen.version} is in force: choose a higher version.`);
      }
      await unit.setProfileSeen(name, { version, profileHash: hash });
      await unit.enterNoticeEvents([publishedEvent(signed, deps.clock())]);
      const { manifest, connector } = plugin;
      await unit.keepRules({ profile: signed, plugin: { manifest, connector } });
      // Within the transaction: of two concurrent publications, the second finds the first. Writing it again
      // changes nothing.
      await deps.writeProfile(signed);
      if (seen !== null)
        await enterEndings(deps, unit, [{ kind: 'profile', id: seen.profileHash, by: hash }]);
      return ok(signed);
    },
  );
  // It ends the mandates of earlier versions: nothing may begin under them after the answer.
  if (published.ok) await untilLeasesEnd(deps);
  return published;
}

async function newestEntries(unit: DirectoryReads, name: string): Promise<readonly SignedEntry[]> {
  const places = (await unit.directoryHeads(null)).filter(({ profile }) => profile === name);
  const heads: SignedEntry[] = [];
  for (const { sequence, ...place } of places) {
    heads.push(...(await unit.directoryEntries(place, sequence - 1, 1)));
  }
  return heads;
}

/**
 * Checks that the key is valid now, as it was at `published_at`, and unbounded: a profile binds all tenants.
 */
async function checkSigner(
  deps: Pick<Deps, 'keys' | 'crypto' | 'clock'>,
  signed: SignedProfile,
): Promise<Result<void, PublishRefusal>> {
  const { profile: object, profile_hash: hash, signature } = signed;
  const nowMs = deps.clock();
  const claim = { object, hash, signature, keys: await deps.keys() };
  const valid = unlessStolen(verifySigned(deps.crypto, { ...claim, at: formatInstant(nowMs) }));
  if (!valid.ok) return valid;
  const then = verifySigned(deps.crypto, { ...claim, at: object.published_at });
  if (!then.ok) return then;
  if (requiredMs(object.published_at) - nowMs > MOST_AHEAD_MS) {
    return fail('published_at_invalid', `published_at ${object.published_at} is yet to come: sign it again.`);
  }
  if (valid.value.tenants?.includes('*') === true) return ok(undefined);
  return fail(
    'tenant_not_of_principal',
    `${signature.kid} may not sign for every tenant, and a profile bounds the mandates of all: a principal without that bound publishes it.`,
  );
}

/** For a reader, these refusals are faults of the service (503). Here they are faults of the request. */
const CODES: Partial<Readonly<Record<ProfileRefusal, PublishRefusal>>> = {
  plugin_hash_mismatch: 'plugin_changed',
  signer_not_principal: 'role_not_allowed',
};
