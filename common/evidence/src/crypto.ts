import { equalBytes, fromHex } from './bytes.ts';

/**
 * The cryptography that proofs need: so few functions that the same checks run in Node (`node.ts`) and in
 * a browser (`web.ts`). Both give the same answer for every input; malformed keys and signatures are
 * `false`, never an exception.
 */
export interface Crypto {
  /** Returns lowercase hex. A text is hashed as UTF-8. */
  readonly sha256: (data: Uint8Array | string) => string;
  /**
   * Verifies Ed25519 (RFC 8032) without cofactor. `publicKey`: 32 bytes, `signature`: 64 bytes. It refuses
   * low-order and non-canonical points (the public key, and R of the signature), and an S that is not below
   * the group's order.
   */
  readonly verifyEd25519: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
  /**
   * Verifies ECDSA over SHA-256. `publicKey`: 65 bytes, uncompressed point; `signature`: r and s of 32 bytes
   * each.
   */
  readonly verifyP256: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
  /**
   * Verifies RSASSA-PKCS1-v1_5 over SHA-256. `modulus`: 256 to 512 bytes without leading zeros, whose exponent
   * is 65537; `signature`: as many bytes.
   */
  readonly verifyRs256: (modulus: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
  /**
   * Verifies ML-DSA-44 (FIPS 204) with an empty context. `publicKey`: 1,312 bytes. Only witnesses of logs
   * sign like this; missing where nobody checks them.
   */
  readonly verifyMlDsa44?: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
}

export const ED25519_KEY_BYTES = 32;
export const P256_KEY_BYTES = 65;
/** Of Ed25519, and r and s of P-256. */
export const SIGNATURE_BYTES = 64;

/**
 * How many bytes a signature by this key has. Only an RSA key is longer than a point, and its length is theirs.
 * @example signatureBytes(new Uint8Array(32)) // 64
 */
export function signatureBytes(publicKey: Uint8Array): number {
  return publicKey.length > P256_KEY_BYTES ? publicKey.length : SIGNATURE_BYTES;
}

/** 2^255 - 19 and the order of the base point (RFC 8032, 5.1), little-endian as on the wire. */
const FIELD_PRIME = wire('edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f');
const GROUP_ORDER = wire('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010');

/** y of the points of order 1, 2, 4 and 8; the sign bit makes up to two points of each. */
const LOW_ORDER_Y = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
].map(wire);

/**
 * Whether a public key has one encoding and a signature under it binds its holder. With a key of low order, one
 * signature is good for many messages; OpenSSL accepts such keys.
 * @example isStrictEd25519Key(new Uint8Array(32)) // false
 */
export function isStrictEd25519Key(publicKey: Uint8Array): boolean {
  return publicKey.length === ED25519_KEY_BYTES && isStrictPoint(publicKey);
}

/**
 * Whether R is neither of low order nor written in a second way, and S is below the group's order (S and S +
 * L verify alike, so one is refused). No honest signer makes another R. Versions of OpenSSL and libraries for
 * the browser differ about it, and a receipt must not be valid in one place and invalid in another.
 */
export function isStrictEd25519Signature(signature: Uint8Array): boolean {
  return (
    signature.length === SIGNATURE_BYTES &&
    isStrictPoint(signature.subarray(0, 32)) &&
    isBelow(signature.subarray(32), GROUP_ORDER)
  );
}

/**
 * Judges by y alone, so that both signs of x are refused: y is in its one spelling, and the point does not
 * have order 1, 2, 4 or 8.
 */
function isStrictPoint(point: Uint8Array): boolean {
  const y = new Uint8Array(point);
  y[31] = (y[31] ?? 0) & 0x7f;
  return isBelow(y, FIELD_PRIME) && !LOW_ORDER_Y.some((lowOrder) => equalBytes(y, lowOrder));
}

export function isP256Key(publicKey: Uint8Array): boolean {
  return publicKey.length === P256_KEY_BYTES && publicKey[0] === 0x04;
}

function isBelow(value: Uint8Array, bound: Uint8Array): boolean {
  for (let index = 31; index >= 0; index -= 1) {
    const difference = (value[index] ?? 0) - (bound[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function wire(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  if (bytes === null) throw new Error(`not hex: ${hex}`);
  return bytes;
}
