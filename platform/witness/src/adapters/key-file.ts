import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { dirname } from 'node:path';
import { createKeyFile, KeyFileError, makePrivateFolder, readKeyFile } from '@common/kit/private-file';

interface KeyFile {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly sign: (message: Uint8Array) => Uint8Array;
  /** This call made it. */
  readonly created: boolean;
}

/** An Ed25519 key in a file of its own (PKCS#8 PEM, mode 0600), made if there is none. */
export async function openKeyFile(file: string): Promise<KeyFile> {
  await makePrivateFolder(dirname(file));
  const found = await readKeyFile(file, 'private');
  const { privateKey } = generateKeyPairSync('ed25519');
  const fresh = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const created = found === undefined && (await createKeyFile(file, fresh, 'private'));
  // Of two processes that start together, one makes it.
  const key = parse(found ?? (await readKeyFile(file, 'private')) ?? '', file);
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  return {
    publicKey: Buffer.from(String(x), 'base64url'),
    sign: (message) => sign(null, message, key),
    created,
  };
}

function parse(pem: string, file: string): KeyObject {
  try {
    const key = createPrivateKey({ key: pem, format: 'pem' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Not the cause: it may repeat part of the file.
  }
  throw new KeyFileError(`${file} is not an Ed25519 key in PKCS#8 PEM; restore it`);
}
