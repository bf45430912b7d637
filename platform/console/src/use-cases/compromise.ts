import type { Crypto } from '@common/evidence/crypto';
import type { Compromise, KeyEntry, SignedCompromise } from '@platform/core/objects/key-entry';
import { type Signer, signObject } from '@platform/core/signed/signed';

/** The statement that others may have this entry’s present key. */
export function compromiseOf(
  { deployment, kid, fingerprint }: KeyEntry,
  said: Pick<Compromise, 'compromised_at' | 'said_at' | 'reason'>,
): Compromise {
  return { type: 'sanad/compromise/1', deployment, kid, fingerprint, ...said };
}

export function signCompromise(crypto: Crypto, signer: Signer, compromise: Compromise): SignedCompromise {
  const { hash, signature } = signObject(crypto, signer, compromise);
  return { compromise, compromise_hash: hash, signature };
}
