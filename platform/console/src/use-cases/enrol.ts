import type { Crypto } from '@platform/proof/crypto';
import { type Signer, signObject } from '@platform/proof/signed';
import type { Enrolment, KeyEntry } from '@platform/protocol/key-entry';

/** A person's public entry, with the principal's signature under it. */
export function enrol(crypto: Crypto, principal: Signer, enrolment: Enrolment): KeyEntry {
  const { hash, signature } = signObject(crypto, principal, enrolment);
  const { type: _type, ...facts } = enrolment;
  return { ...facts, compromised_at: null, enrolment: { enrolment_hash: hash, signature } };
}
