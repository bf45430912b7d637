import type { Crypto } from '@platform/core/crypto/crypto';
import type { Enrolment, KeyEntry, KeyVersion, SignedEnrolment } from '@platform/core/objects/key-entry';
import { enrolledEntry, enrolmentOf } from '@platform/core/signed/key-history';
import { readKeyRegistry } from '@platform/core/signed/key-registry';
import { type Signer, signObject } from '@platform/core/signed/signed';

/** A person's or a counterparty's key, with the principal's signature under what is said of it. */
export function signEnrolment(crypto: Crypto, principal: Signer, enrolment: Enrolment): SignedEnrolment {
  const { hash, signature } = signObject(crypto, principal, enrolment);
  return { enrolment, enrolment_hash: hash, signature };
}

/** The same, as its public entry. */
export function enrol(crypto: Crypto, principal: Signer, enrolment: Enrolment): KeyEntry {
  return enrolledEntry(signEnrolment(crypto, principal, enrolment));
}

/** A key that was replaced: its end is part of what was signed, so it is signed again with it. */
export function enrolWithEnd(crypto: Crypto, principal: Signer, old: KeyVersion, end: string): KeyVersion {
  const ended = enrol(crypto, principal, { ...enrolmentOf(old), not_after: end });
  return { ...ended, compromised_at: old.compromised_at };
}

/** Why nobody would trust this entry among the others; null if everyone would. */
export function entryFault(
  crypto: Crypto,
  deployment: string,
  others: Readonly<Record<string, unknown>>,
  entry: KeyEntry,
): string | null {
  const { refused } = readKeyRegistry(crypto, deployment, { ...others, [entry.kid]: entry });
  return refused[entry.kid] ?? null;
}
