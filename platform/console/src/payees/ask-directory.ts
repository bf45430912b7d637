import { fail, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { SignedEntry } from '@platform/core/objects/directory';
import type { KeySet } from '@platform/core/objects/key-entry';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { askConsole } from '../browser/ask-console.ts';
import { type ReadDirectory, replayDirectory } from '../use-cases/directories.ts';
import { checkProfile } from '../use-cases/profiles.ts';
import type { DirectoryData } from './entry-data.ts';
import { placePath } from './place.ts';

const Given = Type.Object({ entries: Type.Array(SignedEntry), drafts: Type.Array(SignedEntry) });

/** Asks for the directory anew, and replays it in this browser under the profile that a principal signed. */
export async function askDirectory(
  crypto: Crypto,
  { place, profile: signed, now }: DirectoryData,
  keys: KeySet,
): Promise<Result<ReadDirectory>> {
  const profile = checkProfile(crypto, keys, signed);
  if (!profile.ok) return profile;
  const given = await askConsole(`${placePath(place)}/entries.json`);
  if (!given.ok) return given;
  if (!Check(Given, given.value)) {
    return fail('directory_disagrees', 'The entries are not of the documented form.');
  }
  const { deployment } = signed.profile;
  const judging = { crypto, keys, profile: signed.profile, now };
  return replayDirectory(judging, { deployment, ...place }, given.value);
}
