import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import type { KeySet, KeyVersion } from '../objects/key-entry.ts';
import type { Signature } from '../objects/signature.ts';
import { versionsOf } from './key-history.ts';
import { keyOf, versionThatSigned } from './signed.ts';

interface SignedHash {
  readonly hash: string;
  readonly signature: Signature;
}

/**
 * Refuses a key that is marked as stolen, for what is decided now. INVARIANT: a mark counts as soon as it is recorded,
 * whatever its date, because a clock that is behind the marking one must not put it off. Only what judges the past
 * compares dates.
 * @example unlessStolen({ ok: true, value: { kid: 'a', compromised_at: '2099-01-01T00:00:00Z' } }).error.code
 *   // 'key_compromised'
 */
export function unlessStolen<Refusal extends string>(
  signer: Result<KeyVersion, Refusal>,
): Result<KeyVersion, Refusal | 'key_compromised'> {
  if (!signer.ok) return signer;
  const { kid, compromised_at: lost } = signer.value;
  if (lost === null) return signer;
  return fail('key_compromised', `the key ${kid} was compromised at ${lost}: sign with another key`);
}

/**
 * Whether a signed object counts now, whatever its date: nothing proves when it was signed, and a thief can
 * backdate it. Refused if its key is no longer trusted or is marked as stolen (`unlessStolen`). The signature itself
 * was verified when it came in and is not checked again.
 * @example checkSignerNow(crypto, { signature: { kid: 'approver_anna' } }, {}).error.code // 'kid_unknown'
 */
export function checkSignerNow(
  crypto: Crypto,
  { hash, signature }: SignedHash,
  keys: KeySet,
): Result<void, 'kid_unknown' | 'key_compromised'> {
  const entry = keyOf(keys, signature.kid);
  if (entry === undefined) {
    return fail('kid_unknown', `the key ${signature.kid} is no longer known here`);
  }
  if (versionsOf(entry).every(({ compromised_at: lost }) => lost === null)) return ok(undefined);
  const made = versionThatSigned(crypto, { key: entry, hash, signature });
  const { kid, compromised_at: lost } = made.ok ? made.value : entry;
  if (lost === null) return ok(undefined);
  return fail(
    'key_compromised',
    `the key ${kid} was compromised at ${lost}: nothing that it signed is done now`,
  );
}
