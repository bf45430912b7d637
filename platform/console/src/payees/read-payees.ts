import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { termsOf } from '@platform/core/directory/signers';
import type { DirectoryTerms, SignedEntry } from '@platform/core/objects/directory';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { EntryUses } from '@platform/words/directories';
import { listed } from '@platform/words/short';
import { may } from '../access/areas.ts';
import { mayList } from '../access/reader.ts';
import type { Authority, ConnectorOf, DirectoryPlace, ManifestOf } from '../use-cases/authority.ts';
import {
  type EntryField,
  entryFields,
  type ListFiles,
  type ReadDirectory,
  replayDirectory,
} from '../use-cases/directories.ts';

export interface ReadPayeesDeps {
  readonly authority: Pick<
    Authority,
    'plugins' | 'profile' | 'keys' | 'mandates' | 'directory' | 'directoryHeads' | 'entryUses'
  >;
  readonly manifestOf: ManifestOf;
  readonly connectorOf: ConnectorOf;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

/** A directory with everything that its pages tell of it. */
export interface ShownDirectory {
  readonly place: DirectoryPlace;
  readonly profile: SignedProfile;
  readonly files: ListFiles;
  readonly manifest: PluginManifest;
  readonly terms: DirectoryTerms;
  readonly fields: readonly EntryField[];
  readonly keys: KeySet;
  readonly read: ReadDirectory;
  /** The agents whose mandates of this tenant are in force under the profile. */
  readonly agents: readonly string[];
  /** How often something was done by each entry in force, by its name; null if that is not known now. */
  readonly uses: ReadonlyMap<string, EntryUses> | null;
  readonly now: string;
}

/** Reads a directory and replays it, as the profile in force judges it. */
export async function readPlace(
  deps: ReadPayeesDeps,
  place: DirectoryPlace,
): Promise<Result<ShownDirectory>> {
  const { authority, manifestOf, connectorOf } = deps;
  const [manifest, connector] = [manifestOf(place.profile), connectorOf(place.profile)];
  if (manifest === null || connector === null) {
    return absent(`No plugin here has the profile ${place.profile}.`);
  }
  const [profile, keys, mandates, given, counted] = await Promise.all([
    authority.profile(place.profile),
    authority.keys(),
    may('mandates') ? authority.mandates() : ok([]),
    authority.directory(place),
    authority.entryUses(place),
  ]);
  if (!profile.ok) return profile;
  if (!keys.ok) return keys;
  if (!mandates.ok) return mandates;
  if (!given.ok) return given;
  const terms = termsOf(profile.value.profile, place.directory);
  if (terms === undefined) {
    const names = listed(Object.keys(profile.value.profile.directories ?? {}));
    return absent(
      `${place.profile}@${profile.value.profile.version} names no directory ${place.directory}: it names ${names || 'none'}.`,
    );
  }
  const { deployment } = profile.value.profile;
  const now = deps.now();
  const judged = { crypto: nodeCrypto, keys: keys.value, profile: profile.value.profile, now };
  const read = replayDirectory(judged, { deployment, ...place }, given.value);
  if (!read.ok) return read;
  const files: ListFiles = {
    manifest,
    connector:
      connector.accounts_directory === undefined ? {} : { accounts_directory: connector.accounts_directory },
  };
  const fields = entryFields(files, place.directory);
  const agents = agentsOf(mandates.value, place);
  const shown = { place, profile: profile.value, files, manifest, terms, fields };
  const uses = counted.ok ? new Map(counted.value.map((one) => [one.name, one])) : null;
  return ok({ ...shown, keys: keys.value, read: read.value, agents, uses, now });
}

function absent(message: string): Result<never> {
  return fail('directory_not_found', message, { status: 404, said: message });
}

function agentsOf(mandates: readonly MandateRecord[], { tenant, profile }: DirectoryPlace) {
  const own = mandates.filter(
    ({ contract, status }) =>
      status === 'active' && contract.tenant === tenant && contract.profile === profile,
  );
  return [...new Set(own.map(({ contract }) => contract.agent))].sort();
}

/** A directory among all that the profiles in force name. */
export interface ListedDirectory {
  readonly place: DirectoryPlace;
  /** Its newest entry; null if it has none yet. */
  readonly head: SignedEntry | null;
}

/** Every directory of every tenant that the reader may read and that is known here: by an entry, a mandate or a key. */
export async function readDirectories({
  authority,
}: Pick<ReadPayeesDeps, 'authority'>): Promise<Result<readonly ListedDirectory[]>> {
  const [plugins, heads, mandates, keys] = await Promise.all([
    authority.plugins(),
    authority.directoryHeads(),
    may('mandates') ? authority.mandates() : ok([]),
    authority.keys(),
  ]);
  if (!plugins.ok) return plugins;
  if (!heads.ok) return heads;
  if (!mandates.ok) return mandates;
  if (!keys.ok) return keys;
  const found: ListedDirectory[] = [];
  for (const { profile: name } of plugins.value) {
    const signed = await authority.profile(name);
    // A plugin without a profile in force has no directories either.
    if (!signed.ok) continue;
    const { directories = {} } = signed.value.profile;
    const tenants = new Set([
      ...heads.value.filter(({ entry }) => entry.profile === name).map(({ entry }) => entry.tenant),
      ...mandates.value
        .filter(({ contract }) => contract.profile === name)
        .map(({ contract }) => contract.tenant),
      ...Object.values(keys.value).flatMap(({ tenants: of }) => (of ?? []).filter((one) => one !== '*')),
    ]);
    for (const tenant of [...tenants].filter(mayList).sort()) {
      for (const directory of Object.keys(directories)) {
        const place = { tenant, profile: name, directory };
        const head = heads.value.find(
          ({ entry }) => entry.tenant === tenant && entry.profile === name && entry.directory === directory,
        );
        found.push({ place, head: head ?? null });
      }
    }
  }
  return ok(found);
}
