import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createKeyFile, KeyFileError, makePrivateFolder, readKeyFile } from './private-file.ts';

const NAME = /^[a-z][A-Za-z0-9_.-]{0,127}$/;
const MIN_SECRET_LENGTH = 16;
const SECRET_BYTES = 32;

/**
 * A secret that services share, such as `jwt.secret`: the environment's value if there is one, otherwise the
 * file's, which is created from 32 random bytes (hex) on the first start.
 */
export async function readSecret(options: {
  readonly dir: string;
  readonly name: string;
  readonly fromEnv: string | undefined;
}): Promise<string> {
  const { dir, name, fromEnv } = options;
  if (fromEnv !== undefined && fromEnv !== '') {
    if (fromEnv.length >= MIN_SECRET_LENGTH) return fromEnv;
    throw new KeyFileError(
      `the value given for ${name} is too short; use at least ${MIN_SECRET_LENGTH} characters`,
    );
  }
  if (!NAME.test(name)) throw new Error(`${name} is not a valid name for a secret`);
  const file = join(dir, name);
  await makePrivateFolder(dir);
  let text = await readKeyFile(file, 'private');
  if (text === undefined) {
    await createKeyFile(file, `${randomBytes(SECRET_BYTES).toString('hex')}\n`, 'private');
    text = await readKeyFile(file, 'private');
  }
  const secret = text?.trim() ?? '';
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  throw new KeyFileError(`${file} is too short; move it away to get a new one`);
}
