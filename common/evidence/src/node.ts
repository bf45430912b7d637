import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import { concatBytes } from './bytes.ts';
import {
  type Crypto,
  isP256Key,
  isStrictEd25519Key,
  isStrictEd25519Signature,
  SIGNATURE_BYTES,
} from './crypto.ts';
import { type Libsodium, loadLibsodium } from './libsodium.ts';
import { isRsaKey, rsaSpki } from './rs256.ts';

const ML_DSA_44_KEY_BYTES = 1_312;
const ML_DSA_44_SIGNATURE_BYTES = 2_420;

/** Importing a key costs about as much as checking a signature. A deployment has a few dozen keys. */
const CACHED_KEYS = 1_024;
const imported = new Map<string, KeyObject | null>();

interface KeyKind {
  readonly name: string;
  readonly isWellFormed: (publicKey: Uint8Array) => boolean;
  readonly spki: (publicKey: Uint8Array) => Uint8Array;
}

/** A SubjectPublicKeyInfo is the same for all keys of a kind, up to the key's own bytes. */
const after = (hex: string) => (publicKey: Uint8Array) =>
  concatBytes(Uint8Array.from(Buffer.from(hex, 'hex')), publicKey);

const ED25519: KeyKind = {
  name: 'Ed25519',
  isWellFormed: isStrictEd25519Key,
  // RFC 8410.
  spki: after('302a300506032b6570032100'),
};
const P256: KeyKind = {
  name: 'P-256',
  isWellFormed: isP256Key,
  // RFC 5480.
  spki: after('3059301306072a8648ce3d020106082a8648ce3d030107034200'),
};
const RSA: KeyKind = { name: 'RSA', isWellFormed: isRsaKey, spki: rsaSpki };
const ML_DSA_44: KeyKind = {
  name: 'ML-DSA-44',
  isWellFormed: ({ length }) => length === ML_DSA_44_KEY_BYTES,
  // RFC 9881.
  spki: after('30820532300b06096086480165030403110382052100'),
};

let libsodium: Libsodium | null = null;

/**
 * Has libsodium compute Ed25519 in this process from now on, if it loads here, and says which library does.
 * Loading takes as long as some hundred signatures, so a program that checks only a few leaves it.
 * @example ['libsodium', 'openssl'].includes(preferLibsodium()) // true
 */
export function preferLibsodium(): 'libsodium' | 'openssl' {
  libsodium = loadLibsodium();
  return libsodium === null ? 'openssl' : 'libsodium';
}

/** Signs with an Ed25519 key: 64 bytes, the same from both libraries. */
export function ed25519Signer(key: KeyObject): (message: Uint8Array) => Uint8Array {
  let secret: Uint8Array | null = null;
  return (message) => {
    if (libsodium === null) return Uint8Array.from(sign(null, message, key));
    secret ??= secretOf(key);
    return libsodium.sign(message, secret);
  };
}

/** As libsodium takes it: the seed and the public key. */
function secretOf(key: KeyObject): Uint8Array {
  const { d = '', x = '' } = key.export({ format: 'jwk' });
  return concatBytes(Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url'));
}

/** Node's cryptography, with the checks of Ed25519 keys that OpenSSL leaves out. */
export const nodeCrypto: Crypto = nodeCryptoBy(() => libsodium);

/** With OpenSSL's Ed25519 while `native` returns null. */
export function nodeCryptoBy(native: () => Libsodium | null): Crypto {
  return {
    sha256: (data) => hash('sha256', data, 'hex'),

    verifyEd25519: (publicKey, message, signature) => {
      if (!isStrictEd25519Signature(signature)) return false;
      const library = native();
      if (library !== null)
        return isStrictEd25519Key(publicKey) && library.verify(publicKey, message, signature);
      const key = importKey(ED25519, publicKey);
      return key !== null && verify(null, message, key, signature);
    },

    verifyP256: (publicKey, message, signature) => {
      if (signature.length !== SIGNATURE_BYTES) return false;
      const key = importKey(P256, publicKey);
      return key !== null && verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature);
    },

    verifyRs256: (modulus, message, signature) => {
      if (signature.length !== modulus.length) return false;
      const key = importKey(RSA, modulus);
      return key !== null && verify('sha256', message, key, signature);
    },

    // False on a Node without this algorithm (before 24.7).
    verifyMlDsa44: (publicKey, message, signature) => {
      if (signature.length !== ML_DSA_44_SIGNATURE_BYTES) return false;
      const key = importKey(ML_DSA_44, publicKey);
      return key !== null && verify(null, message, key, signature);
    },
  };
}

/** Null for a malformed key. The result is remembered too. */
function importKey(kind: KeyKind, publicKey: Uint8Array): KeyObject | null {
  // INVARIANT: the cache never takes a key of one algorithm for a key of another.
  const name = `${kind.name}:${Buffer.from(publicKey).toString('latin1')}`;
  const known = imported.get(name);
  if (known !== undefined) return known;
  const key = kind.isWellFormed(publicKey) ? read(kind.spki(publicKey)) : null;
  // Remove the oldest: a flood of invented keys costs imports, but no memory.
  if (imported.size >= CACHED_KEYS) imported.delete(imported.keys().next().value ?? '');
  imported.set(name, key);
  return key;
}

/** Null for a point that is not on the curve. */
function read(der: Uint8Array): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}
