import { toHex, utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { KeyEntry, KeyRole } from '../../src/objects/key-entry.ts';
import type { SignatureAlgorithm } from '../../src/objects/signature.ts';
import { type Signer, signObject } from '../../src/signed/signed.ts';

/** Keys derived from their names, so that every run signs the same bytes. They guard nothing. */

export const DEPLOYMENT = 'dp_0123456789abcdef01234567';

export interface Party {
  readonly signer: Signer;
  readonly key: KeyEntry;
}

export function party(
  kid: string,
  role: KeyRole,
  facts: Partial<KeyEntry> & { readonly alg?: SignatureAlgorithm } = {},
): Party {
  const alg = facts.alg ?? 'ed25519';
  const secret = hexToBytes(nodeCrypto.sha256(`sanad test key ${kid}`));
  const publicKey = alg === 'ed25519' ? ed25519.getPublicKey(secret) : p256.getPublicKey(secret, false);
  const sign = (ascii: string): string =>
    toHex(
      alg === 'ed25519' ? ed25519.sign(utf8(ascii), secret) : p256.sign(utf8(ascii), secret, { lowS: false }),
    );
  const key: KeyEntry = {
    deployment: DEPLOYMENT,
    kid,
    alg,
    public_key: toHex(publicKey),
    fingerprint: `sha256:${nodeCrypto.sha256(publicKey)}`,
    role,
    person: null,
    tenants: role === 'principal' ? ['*'] : null,
    independent: false,
    hardware: false,
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: null,
    compromised_at: null,
    enrolment: null,
    ...facts,
  };
  return { signer: { kid, alg, sign }, key };
}

/** The same party with a key that the principal enrolled. */
export function enrol({ signer, key }: Party, principal: Signer): Party {
  const { compromised_at: _, enrolment: __, ...facts } = key;
  const { hash, signature } = signObject(nodeCrypto, principal, { type: 'sanad/enrolment/1', ...facts });
  return { signer, key: { ...key, enrolment: { enrolment_hash: hash, signature } } };
}
