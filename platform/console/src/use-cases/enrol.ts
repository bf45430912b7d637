import type { Crypto } from '@common/evidence/crypto';
import type { Enrolment, KeyEntry, KeyVersion, SignedEnrolment } from '@platform/core/objects/key-entry';
import { enrolledEntry, enrolmentOf } from '@platform/core/signed/key-history';
import { type Signer, signObject } from '@platform/core/signed/signed';

/** Signs an enrolment of a person’s or a counterparty’s key as a principal. */
export function signEnrolment(crypto: Crypto, principal: Signer, enrolment: Enrolment): SignedEnrolment {
  const { hash, signature } = signObject(crypto, principal, enrolment);
  return { enrolment, enrolment_hash: hash, signature };
}

/** Signs an enrolment, and returns the key’s public entry. */
export function enrol(crypto: Crypto, principal: Signer, enrolment: Enrolment): KeyEntry {
  return enrolledEntry(signEnrolment(crypto, principal, enrolment));
}

/**
 * Ends a key that was replaced. The principal signs its enrolment again, because the end is part of what is
 * signed.
 */
export function enrolWithEnd(crypto: Crypto, principal: Signer, old: KeyVersion, end: string): KeyVersion {
  const ended = enrol(crypto, principal, { ...enrolmentOf(old), not_after: end });
  return { ...ended, compromised_at: old.compromised_at };
}
