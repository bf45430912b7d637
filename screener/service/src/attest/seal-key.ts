import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { toHex, utf8 } from '@common/evidence/bytes';
import { ed25519Signer } from '@common/evidence/node';
import {
  createKeyFile,
  isErrorCode,
  KeyFileError,
  makePrivateFolder,
  moveKeyFile,
  readKeyFile,
} from '@common/kit/private-file';

/** The name of the screener's key in statements. */
export const SEAL_KID = 'screener';
const FILE = `${SEAL_KID}.pem`;
/** The key that takes the place of the present one, until the store has published it. */
const NEXT = `${SEAL_KID}.next.pem`;

/** The key that screenings are sealed with. It signs, and never reveals itself. */
export interface SealKey {
  /** 32 bytes of Ed25519, in hex. */
  readonly publicKey: string;
  /** The signature in hex, over the ASCII characters of a hash in hex. */
  readonly sign: (hash: string) => string;
}

/** The key in the folder; one is made, with mode 0600, where there is none. */
export function openSealKey(dir: string): Promise<SealKey> {
  return openOrCreate(dir, FILE);
}

/** The key that will take the place of the present one: `takeSealKey` puts it there once it is published. */
export function prepareSealKey(dir: string): Promise<SealKey> {
  return openOrCreate(dir, NEXT);
}

/** The key with this public half, if the folder has it. Completes a replacement that was interrupted. */
export async function takeSealKey(dir: string, publicKey: string): Promise<SealKey | null> {
  const present = await readKey(dir, FILE);
  if (present?.publicKey === publicKey) return present;
  const next = await readKey(dir, NEXT);
  if (next?.publicKey !== publicKey) return null;
  try {
    await moveKeyFile(join(dir, NEXT), join(dir, FILE));
  } catch (error) {
    // Another process did this a moment ago, or this one may only read.
    if (!isErrorCode(error, 'ENOENT', 'EROFS', 'EACCES', 'EPERM')) throw error;
  }
  return next;
}

async function openOrCreate(dir: string, name: string): Promise<SealKey> {
  const found = await readKey(dir, name);
  if (found !== null) return found;
  const { privateKey } = generateKeyPairSync('ed25519');
  await makePrivateFolder(dir);
  await createKeyFile(join(dir, name), privateKey.export({ type: 'pkcs8', format: 'pem' }), 'private');
  // Of processes that start together, one made it.
  const made = await readKey(dir, name);
  if (made === null) throw new KeyFileError(`${join(dir, name)} was removed while it was made; start again`);
  return made;
}

async function readKey(dir: string, name: string): Promise<SealKey | null> {
  const file = join(dir, name);
  const pem = await readKeyFile(file, 'private');
  if (pem === undefined) return null;
  const key = parse(pem, file);
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  const signed = ed25519Signer(key);
  return {
    publicKey: Buffer.from(String(x), 'base64url').toString('hex'),
    sign: (hash) => toHex(signed(utf8(hash))),
  };
}

function parse(pem: string, file: string) {
  try {
    const key = createPrivateKey({ key: pem, format: 'pem' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The cause may repeat part of the file.
  }
  throw new KeyFileError(
    `${file} is not an Ed25519 private key in PKCS#8 PEM; restore it, or move it away and make a new one with: npx sanad attestations rotate-key`,
  );
}
