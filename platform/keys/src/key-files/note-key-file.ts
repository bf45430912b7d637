import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { fromHex } from '@common/evidence/bytes';
import { ed25519Signer } from '@common/evidence/node';
import { createKeyFile, KeyFileError, makePrivateFolder, readKeyFile } from '@common/kit/private-file';
import { generatePrivateKey, readPrivateKey } from './key-pair.ts';

/** A key that signs only notes of logs (C2SP signed-note), as a log or as a witness. */
interface NoteKeyFile {
  /** The public key, 32 bytes of Ed25519. */
  readonly publicKey: Uint8Array;
  readonly sign: (message: Uint8Array) => Uint8Array;
  /** This call created the key: tell the operator. */
  readonly created: boolean;
}

/**
 * The Ed25519 key in `<dir>/<name>.pem`, mode 0600, created at the first start. INVARIANT: it has no entry in
 * `public/`, so nothing that it signs can pass for an object of the protocol; it is published as a verifier
 * key (vkey).
 */
export async function openNoteKey(dir: string, name: string): Promise<NoteKeyFile> {
  await makePrivateFolder(dir);
  const file = join(dir, `${name}.pem`);
  const found = await readKeyFile(file, 'private');
  const created =
    found === undefined && (await createKeyFile(file, generatePrivateKey('ed25519'), 'private'));
  const pem = found ?? (await readKeyFile(file, 'private'));
  if (pem === undefined)
    throw new KeyFileError(`${file} was removed while it was being created; start again`);
  const { alg, public_key } = readPrivateKey(pem, file);
  const publicKey = fromHex(public_key);
  if (alg !== 'ed25519' || publicKey === null) {
    throw new KeyFileError(`${file} holds an ${alg} key, but it must be ed25519; move it away`);
  }
  return { publicKey, sign: ed25519Signer(createPrivateKey(pem)), created };
}
