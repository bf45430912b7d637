import { fail, ok, type Result } from '@common/base/result';
import type { PluginFolder } from '@platform/console/use-cases/deployment';
import {
  type EntryField,
  entryFields,
  type ReadDirectory,
  replayDirectory,
} from '@platform/console/use-cases/directories';
import { checkProfile } from '@platform/console/use-cases/profiles';
import { termsOf } from '@platform/core/directory/signers';
import type { DirectoryId } from '@platform/core/directory/state';
import type { DirectoryTerms } from '@platform/core/objects/directory';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Profile } from '@platform/core/objects/profile';
import type { Place } from './context.ts';

/** A directory that a command names. */
export interface DirectoryName {
  readonly profile: string;
  readonly directory: string;
  readonly tenant: string;
}

/** A directory with what judges it. */
export interface AskedDirectory {
  readonly id: DirectoryId;
  readonly profile: Profile;
  readonly plugin: PluginFolder;
  readonly terms: DirectoryTerms;
  readonly fields: readonly EntryField[];
  readonly keys: KeySet;
  readonly read: ReadDirectory;
}

/** Reads the whole directory from the authority, and replays it here with the keys in the keys folder. */
export async function askDirectory(
  place: Place,
  { profile: name, directory, tenant }: DirectoryName,
): Promise<Result<AskedDirectory, string>> {
  const { authority, crypto, deployment } = place;
  const signed = await authority.profile(name);
  if (!signed.ok) return signed;
  const { keys } = await place.localKeys();
  const checked = checkProfile(crypto, keys, signed.value);
  if (!checked.ok) return checked;
  const { profile } = signed.value;
  const plugin = (await deployment.plugins()).find(({ manifest }) => manifest.name === profile.plugin);
  if (plugin === undefined) {
    return fail(
      'plugin_not_found',
      `PLUGINS_DIR has no plugin ${profile.plugin}, which says what an entry holds.`,
    );
  }
  const terms = termsOf(profile, directory);
  if (terms === undefined) {
    const names = Object.keys(profile.directories ?? {}).join(', ') || 'none';
    const message = `${name}@${profile.version} names no directory ${directory}: it names ${names}. A version that does is published with sanad profile publish.`;
    return fail('directory_not_named', message);
  }
  const id = { deployment: await deployment.id(), tenant, profile: name, directory };
  const given = await authority.directory(id);
  if (!given.ok) return given;
  const read = replayDirectory({ crypto, keys, profile, now: place.now() }, id, given.value);
  if (!read.ok) return read;
  const fields = entryFields(plugin, directory);
  return ok({ id, profile, plugin, terms, fields, keys, read: read.value });
}
