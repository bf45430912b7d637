import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceKeyFile } from '@common/kit/private-file';
import { SignedEntry } from '@platform/core/objects/directory';
import { SignedMandate } from '@platform/core/objects/mandate';
import type { SignedProfile } from '@platform/core/objects/profile';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { parseJson, readText } from './read-json.ts';

/** The files that the authority reads and writes, each in its configured folder. */

/** Writes the history's copy first, so that the version in force is always in the history. */
export async function writeProfileFile(folder: string, signed: SignedProfile): Promise<void> {
  const { name, version } = signed.profile;
  const text = `${JSON.stringify(signed, null, 2)}\n`;
  const history = join(folder, 'history');
  await mkdir(history, { recursive: true });
  await replaceKeyFile(join(history, `${name}@${version}.json`), text, 'public');
  await replaceKeyFile(join(folder, `${name}.json`), text, 'public');
}

/** The folder, below that of profiles, with the entries that directories start with. */
const DIRECTORIES = 'directories';
const FirstEntries = Type.Array(SignedEntry, { minItems: 1 });

/** Reads the entries that directories start with, one directory a file. `refused` names the files that are none. */
export async function readEntryFiles(profiles: string): Promise<{
  readonly directories: readonly (readonly SignedEntry[])[];
  readonly refused: readonly string[];
}> {
  const directories: (readonly SignedEntry[])[] = [];
  const refused: string[] = [];
  for (const { name, value } of await jsonFiles(join(profiles, DIRECTORIES))) {
    if (Value.Check(FirstEntries, value)) directories.push(value);
    else refused.push(name);
  }
  return { directories, refused };
}

/**
 * Reads the signed mandates that a deployment starts with. `refused` names the files that are not signed
 * mandates.
 */
export async function readMandateFiles(
  folder: string,
): Promise<{ readonly mandates: readonly SignedMandate[]; readonly refused: readonly string[] }> {
  const mandates: SignedMandate[] = [];
  const refused: string[] = [];
  for (const { name, value } of await jsonFiles(folder)) {
    if (Value.Check(SignedMandate, value)) mandates.push(value);
    else refused.push(name);
  }
  return { mandates, refused };
}

async function jsonFiles(
  folder: string,
): Promise<readonly { readonly name: string; readonly value: unknown }[]> {
  const names = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, value: parseJson((await readText(join(folder, name))) ?? '') })),
  );
}
