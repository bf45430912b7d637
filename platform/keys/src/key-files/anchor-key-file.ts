import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { join } from 'node:path';
import { createKeyFile, KeyFileError, makePrivateFolder, readKeyFile } from '@common/kit/private-file';
import { generatePrivateKey, readPrivateKey } from './key-pair.ts';

/** A key that signs only heads for a public log that does not accept Ed25519. */
interface AnchorKeyFile {
  /** The SubjectPublicKeyInfo in base64. */
  readonly publicKey: string;
  /** Signs the text by ECDSA with SHA-256: DER in base64, different each time. */
  readonly sign: (text: string) => string;
  /** This call created the key: tell the operator. */
  readonly created: boolean;
}

/**
 * The P-256 key in `<dir>/<name>.pem`, mode 0600, made when first needed. INVARIANT: it has no entry in
 * `public/`.
 */
export async function openAnchorKey(dir: string, name: string): Promise<AnchorKeyFile> {
  await makePrivateFolder(dir);
  const file = join(dir, `${name}.pem`);
  const found = await readKeyFile(file, 'private');
  const created = found === undefined && (await createKeyFile(file, generatePrivateKey('es256'), 'private'));
  const pem = found ?? (await readKeyFile(file, 'private'));
  if (pem === undefined)
    throw new KeyFileError(`${file} was removed while it was being created; start again`);
  const { alg } = readPrivateKey(pem, file);
  if (alg !== 'es256')
    throw new KeyFileError(`${file} holds an ${alg} key, but it must be es256; move it away`);
  const key = createPrivateKey(pem);
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    publicKey: spki.toString('base64'),
    sign: (text) => sign('sha256', Buffer.from(text), key).toString('base64'),
    created,
  };
}
