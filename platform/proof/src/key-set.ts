import { fail, ok, type Result } from '@common/base/result';
import { KeySet } from '@platform/protocol/key-entry';
import { Check } from 'typebox/value';
import { fromHex } from './bytes.ts';
import { parseStrict } from './canonical.ts';
import type { Crypto } from './crypto.ts';

/** Reads a bundle of public keys in the form of `/.well-known/keys.json`: entries by kid, each with its fingerprint. */
export function readKeySet(crypto: Crypto, text: string): Result<KeySet, 'keys_invalid'> {
  const parsed = parseStrict(text);
  if (!parsed.ok) return fail('keys_invalid', parsed.error.message);
  if (!isKeySet(parsed.value)) {
    return fail(
      'keys_invalid',
      'not a key bundle: expected an object of key entries by kid, as /.well-known/keys.json returns',
    );
  }
  for (const [kid, entry] of Object.entries(parsed.value)) {
    if (entry.kid !== kid)
      return fail('keys_invalid', `the key ${entry.kid} is listed under the name ${kid}`);
    if (entry.fingerprint !== `sha256:${crypto.sha256(fromHex(entry.public_key) ?? new Uint8Array())}`) {
      return fail('keys_invalid', `the fingerprint of ${kid} does not match its public key`);
    }
  }
  return ok(parsed.value);
}

function isKeySet(value: unknown): value is KeySet {
  return Check(KeySet, value);
}
