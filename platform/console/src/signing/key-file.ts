import { fail, ok, type Result } from '@common/base/result';
import { type KeyFile, readKeyFile } from '@platform/core/crypto/web-key-file';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { signHash } from '@platform/core/signed/signed';
import type { PageFile } from '../browser/dom.ts';

type FileRefusal = 'key_file_unusable' | 'key_unknown';

/** Far more than a PEM file needs, which has a few hundred bytes. */
const MOST_KEY_BYTES = 16_384;

/** Finds the enrolled key that the file holds. */
export async function holderOf(file: PageFile, keys: KeySet): Promise<Result<KeyEntry, FileRefusal>> {
  const read = await publicKeyIn(file);
  if (!read.ok) return read;
  const entry = Object.values(keys).find(({ public_key: key }) => key === read.value);
  if (entry !== undefined) return ok(entry);
  return fail('key_unknown', `${file.name}: this key is not enrolled here, or no longer.`);
}

/** The public key of the key that the file holds. */
export async function publicKeyIn(file: PageFile): Promise<Result<string, FileRefusal>> {
  const read = await withKeyFile(file, ({ public_key: key }) => key);
  return read.ok ? read : fail(read.error.code, `${file.name}: ${read.error.message}.`);
}

/** Signs with the file, if it still holds this entry’s key. */
export async function signWithKeyFile(
  hash: string,
  file: PageFile,
  { kid, public_key: enrolled }: KeyEntry,
): Promise<Result<Signature, FileRefusal>> {
  const signed = await withKeyFile(file, ({ alg, public_key: key, sign }) =>
    key === enrolled ? signHash({ kid, alg, sign }, hash) : null,
  );
  if (!signed.ok) return signed;
  if (signed.value !== null) return ok(signed.value);
  return fail('key_unknown', 'The file holds another key by now: choose it again.');
}

/** Reads the file for as long as `use` runs, then overwrites the key. */
async function withKeyFile<Value>(
  file: PageFile,
  use: (key: KeyFile) => Value,
): Promise<Result<Value, 'key_file_unusable'>> {
  if (file.size > MOST_KEY_BYTES) return fail('key_file_unusable', 'It is too large for a key file');
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return fail('key_file_unusable', 'It can no longer be read: choose it again');
  }
  const key = readKeyFile(bytes);
  if (!key.ok) return key;
  try {
    return ok(use(key.value));
  } finally {
    key.value.forget();
  }
}
