import type { Crypto } from '@platform/proof/crypto';
import { enrolmentOf } from '@platform/proof/key-history';
import { readKeyRegistry } from '@platform/proof/key-registry';
import { type Signer, signObject } from '@platform/proof/signed';
import type { Enrolment, KeyEntry, KeyVersion } from '@platform/protocol/key-entry';

/** A public entry of a person or a counterparty, with the principal's signature under it. */
export function enrol(crypto: Crypto, principal: Signer, enrolment: Enrolment): KeyEntry {
  const { hash, signature } = signObject(crypto, principal, enrolment);
  const { type: _type, ...facts } = enrolment;
  return { ...facts, compromised_at: null, enrolment: { enrolment_hash: hash, signature } };
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
