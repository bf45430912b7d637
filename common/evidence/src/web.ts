import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { equalBytes, toHex, utf8 } from './bytes.ts';
import {
  type Crypto,
  isP256Key,
  isStrictEd25519Key,
  isStrictEd25519Signature,
  SIGNATURE_BYTES,
} from './crypto.ts';
import { verifyRs256 } from './rs256.ts';

const hashed: Crypto['sha256'] = (data) => toHex(sha256(typeof data === 'string' ? utf8(data) : data));

/** Cryptography in plain JavaScript, for the browser: slower, same answers. */
export const webCrypto: Crypto = {
  sha256: hashed,

  verifyEd25519: (publicKey, message, signature) =>
    isStrictEd25519Key(publicKey) &&
    isStrictEd25519Signature(signature) &&
    refusedIfThrown(() => isEd25519Signature(publicKey, message, signature)),

  verifyP256: (publicKey, message, signature) =>
    isP256Key(publicKey) &&
    signature.length === SIGNATURE_BYTES &&
    refusedIfThrown(() => p256.verify(signature, message, publicKey, { lowS: false, format: 'compact' })),

  verifyRs256: (modulus, message, signature) => verifyRs256({ sha256: hashed }, modulus, message, signature),
};

/**
 * R = S B - h A, compared by bytes. The library's own `verify` multiplies by the cofactor and so accepts signatures
 * that OpenSSL refuses; a receipt must not be valid in one place and invalid in another.
 */
function isEd25519Signature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const { Point } = ed25519;
  const r = signature.subarray(0, 32);
  const holder = Point.fromBytes(publicKey, false);
  const challenge = Point.Fn.create(littleEndian(sha512(concatBytes(r, publicKey, message))));
  const s = littleEndian(signature.subarray(32));
  const expected = Point.BASE.multiplyUnsafe(s).subtract(holder.multiplyUnsafe(challenge));
  return equalBytes(expected.toBytes(), r);
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

/** The library throws for a point that is not on the curve and for r or s out of range. */
function refusedIfThrown(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
