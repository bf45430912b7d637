import { fail, ok, type Result } from '@common/base/result';
import { fromHex } from '@common/evidence/bytes';
import { parseStrict } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { Check } from 'typebox/value';
import { KeySet, type KeyVersion } from '../objects/key-entry.ts';
import { historyFault, versionsOf } from './key-history.ts';

/**
 * Reads a bundle of public keys in the form of `/.well-known/keys.json`: entries by kid, each with its
 * fingerprint. It refuses a key under two names, whose holder could sign as both the agent's principal and
 * its approver.
 * @example readKeySet(crypto, '{}') // ok({})
 * @example readKeySet(crypto, '[]').error.code // 'keys_invalid'
 */
export function readKeySet(crypto: Crypto, text: string): Result<KeySet, 'keys_invalid'> {
  const parsed = parseStrict(text);
  if (!parsed.ok) return fail('keys_invalid', parsed.error.message);
  if (!isKeySet(parsed.value)) {
    return fail(
      'keys_invalid',
      'not a key bundle: expected an object of key entries by kid, as /.well-known/keys.json returns',
    );
  }
  const names = new Map<string, string>();
  for (const [kid, entry] of Object.entries(parsed.value)) {
    if (entry.kid !== kid)
      return fail('keys_invalid', `the key ${entry.kid} is listed under the name ${kid}`);
    const history = historyFault(entry);
    if (history !== null) return fail('keys_invalid', `${kid} ${history}`);
    for (const version of versionsOf(entry)) {
      const fault = versionFault(crypto, version, names);
      if (fault !== null) return fail('keys_invalid', fault);
      names.set(version.public_key, kid);
    }
  }
  return ok(parsed.value);
}

function versionFault(
  crypto: Crypto,
  { kid, public_key: key, fingerprint }: KeyVersion,
  names: ReadonlyMap<string, string>,
): string | null {
  if (fingerprint !== `sha256:${crypto.sha256(fromHex(key) ?? new Uint8Array())}`) {
    return `the fingerprint of ${kid} does not match its public key`;
  }
  const other = names.get(key);
  return other === undefined
    ? null
    : `${kid} is the same key as ${other}: one key has one name and one role; remove the entry that is wrong`;
}

function isKeySet(value: unknown): value is KeySet {
  return Check(KeySet, value);
}
