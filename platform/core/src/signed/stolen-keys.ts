import { requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '../crypto/crypto.ts';
import type { KeySet } from '../objects/key-entry.ts';
import type { Signature } from '../objects/signature.ts';
import { versionsOf } from './key-history.ts';
import { keyOf, versionThatSigned } from './signed.ts';

interface SignedHash {
  readonly hash: string;
  readonly signature: Signature;
}

/**
 * Whether a signed object counts now, whatever its date: nothing proves when it was signed, and a thief can
 * backdate it. Refused if its key is no longer trusted or is marked as stolen by now. The signature itself
 * was verified when it came in and is not checked again.
 * @example checkSignerNow(crypto, { signature: { kid: 'approver_anna' } }, {}, 0).error.code // 'kid_unknown'
 */
export function checkSignerNow(
  crypto: Crypto,
  { hash, signature }: SignedHash,
  keys: KeySet,
  nowMs: number,
): Result<void, 'kid_unknown' | 'key_compromised'> {
  const entry = keyOf(keys, signature.kid);
  if (entry === undefined) {
    return fail('kid_unknown', `the key ${signature.kid} is not known here any more`);
  }
  if (versionsOf(entry).every(({ compromised_at: lost }) => lost === null)) return ok(undefined);
  const made = versionThatSigned(crypto, { key: entry, hash, signature });
  const { kid, compromised_at: lost } = made.ok ? made.value : entry;
  if (lost === null || requiredMs(lost) > nowMs) return ok(undefined);
  return fail(
    'key_compromised',
    `the key ${kid} was compromised at ${lost}: nothing that it signed is done now`,
  );
}
