import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import {
  type Crypto,
  isP256Key,
  isStrictEd25519Key,
  isStrictEd25519Signature,
  SIGNATURE_BYTES,
} from './crypto.ts';

/** SubjectPublicKeyInfo up to the key's own bytes: RFC 8410 (Ed25519), RFC 5480 (P-256), RFC 9881 (ML-DSA-44). */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const ML_DSA_44_SPKI = Buffer.from('30820532300b06096086480165030403110382052100', 'hex');
const P256_SPKI = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

const ML_DSA_44_KEY_BYTES = 1_312;
const ML_DSA_44_SIGNATURE_BYTES = 2_420;

/** Importing a key costs about as much as checking a signature. A deployment has a few dozen keys. */
const CACHED_KEYS = 1_024;
const imported = new Map<string, KeyObject | null>();

/** Node's cryptography, with the checks of Ed25519 keys that OpenSSL leaves out. */
export const nodeCrypto: Crypto = {
  sha256: (data) => hash('sha256', data, 'hex'),

  verifyEd25519: (publicKey, message, signature) => {
    if (!isStrictEd25519Signature(signature)) return false;
    const key = importKey(ED25519_SPKI, publicKey, isStrictEd25519Key);
    return key !== null && verify(null, message, key, signature);
  },

  verifyP256: (publicKey, message, signature) => {
    if (signature.length !== SIGNATURE_BYTES) return false;
    const key = importKey(P256_SPKI, publicKey, isP256Key);
    return key !== null && verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature);
  },

  // False on a Node without this algorithm (before 24.7).
  verifyMlDsa44: (publicKey, message, signature) => {
    if (signature.length !== ML_DSA_44_SIGNATURE_BYTES) return false;
    const key = importKey(ML_DSA_44_SPKI, publicKey, ({ length }) => length === ML_DSA_44_KEY_BYTES);
    return key !== null && verify(null, message, key, signature);
  },
};

/** Null for a malformed key. The result is remembered too. */
function importKey(
  spki: Buffer,
  publicKey: Uint8Array,
  isWellFormed: (publicKey: Uint8Array) => boolean,
): KeyObject | null {
  // INVARIANT: the cache never takes a key of one algorithm for a key of another.
  const name = `${spki.length}:${Buffer.from(publicKey).toString('latin1')}`;
  const known = imported.get(name);
  if (known !== undefined) return known;
  const key = isWellFormed(publicKey) ? read(Buffer.concat([spki, publicKey])) : null;
  // Remove the oldest: a flood of invented keys costs imports, but no memory.
  if (imported.size >= CACHED_KEYS) imported.delete(imported.keys().next().value ?? '');
  imported.set(name, key);
  return key;
}

/** Null for a point that is not on the curve. */
function read(der: Buffer): KeyObject | null {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}
