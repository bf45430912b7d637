import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceKeyFile } from '@common/kit/private-file';
import { SignedMandate } from '@platform/core/objects/mandate';
import type { SignedProfile } from '@platform/core/objects/profile';
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

/**
 * Reads the signed mandates that a deployment starts with. `refused` names the files that are not signed
 * mandates.
 */
export async function readMandateFiles(
  folder: string,
): Promise<{ readonly mandates: readonly SignedMandate[]; readonly refused: readonly string[] }> {
  const names = await readdir(folder).catch(() => []);
  const mandates: SignedMandate[] = [];
  const refused: string[] = [];
  for (const name of names.filter((file) => file.endsWith('.json')).sort()) {
    const value = parseJson((await readText(join(folder, name))) ?? '');
    if (Value.Check(SignedMandate, value)) mandates.push(value);
    else refused.push(name);
  }
  return { mandates, refused };
}
