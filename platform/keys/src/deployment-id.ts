import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createKeyFile,
  isErrorCode,
  KeyFileError,
  makePrivateFolder,
  readKeyFile,
} from '@common/kit/private-file';
import { DeploymentId, ID_HEX_DIGITS } from '@platform/core/objects/primitives';
import { Value } from 'typebox/value';

const FILE = 'deployment.id';

/**
 * The deployment's id, kept with its keys in the public file `deployment.id` and drawn at the first start.
 * Processes that start at the same time all get the same one. INVARIANT: it is never drawn for a folder that
 * already has keys, whose signatures would then belong to another deployment.
 */
export async function openDeploymentId(dir: string): Promise<string> {
  await makePrivateFolder(dir);
  const known = await readId(dir);
  if (known !== null) return known;
  // Read after the listing: another process that starts now writes the id before its first key.
  if ((await hasKeys(dir)) && (await readId(dir)) === null)
    throw new KeyFileError(
      `${dir} has keys but no deployment id (${FILE}): restore the file, or make a new deployment with npm start -- --renew, which moves the old one aside`,
    );
  await createKeyFile(join(dir, FILE), `dp_${randomBytes(ID_HEX_DIGITS / 2).toString('hex')}\n`, 'public');
  const drawn = await readId(dir);
  if (drawn !== null) return drawn;
  throw new KeyFileError(`${join(dir, FILE)} was removed while it was being created; start again`);
}

async function readId(dir: string): Promise<string | null> {
  const file = join(dir, FILE);
  const text = await readKeyFile(file, 'public');
  if (text === undefined) return null;
  const id = text.trim();
  if (Value.Check(DeploymentId, id)) return id;
  throw new KeyFileError(`${file} is not a deployment id (dp_ and ${ID_HEX_DIGITS} hex digits); restore it`);
}

async function hasKeys(dir: string): Promise<boolean> {
  const names = [...(await namesIn(dir)), ...(await namesIn(join(dir, 'public')))];
  return names.some((name) => name.endsWith('.pem') || name.endsWith('.json'));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}
