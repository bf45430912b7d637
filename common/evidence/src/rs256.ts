import { concatBytes, equalBytes, fromHex, toHex } from './bytes.ts';
import type { Crypto } from './crypto.ts';

/**
 * RSA as it is taken here: a public key is its modulus, without leading zeros, and its exponent is 65537. So
 * a key has one spelling, and none can have an exponent with which anyone signs.
 */
const EXPONENT = 65_537n;
const LEAST_BITS = 2_048;
const MOST_BITS = 4_096;
/** DigestInfo of SHA-256, up to the digest: RFC 8017, 9.2, note 1. */
const DIGEST_INFO = '3031300d060960864801650304020105000420';

/** AlgorithmIdentifier of rsaEncryption (RFC 8017, A.1), and the exponent as an INTEGER. */
const RSA_ENCRYPTION = bytesOf('300d06092a864886f70d0101010500');
const EXPONENT_DER = bytesOf('0203010001');
/** What stands before the modulus in a SubjectPublicKeyInfo: five heads, and what names the algorithm. */
const HEAD_BYTES = 32;

/**
 * Says why a modulus is not taken; null if it is.
 * @example rsaKeyFault(Uint8Array.of(0xff, 0xff)) // 'has 16 bits, and 2048 to 4096 are taken'
 */
export function rsaKeyFault(modulus: Uint8Array): string | null {
  const [first = 0] = modulus;
  if (first === 0) return 'has a modulus with leading zeros';
  const bits = 8 * modulus.length - (Math.clz32(first) - 24);
  if (bits < LEAST_BITS || bits > MOST_BITS)
    return `has ${bits} bits, and ${LEAST_BITS} to ${MOST_BITS} are taken`;
  return (modulus.at(-1) ?? 0) % 2 === 1 ? null : 'has an even modulus';
}

/** @example isRsaKey(new Uint8Array(256)) // false */
export function isRsaKey(modulus: Uint8Array): boolean {
  return rsaKeyFault(modulus) === null;
}

/** The SubjectPublicKeyInfo (RFC 5280) of a modulus that is taken. */
export function rsaSpki(modulus: Uint8Array): Uint8Array {
  // Where the first bit is set, a zero keeps the integer positive.
  const sign = (modulus[0] ?? 0) >= 0x80 ? Uint8Array.of(0) : Uint8Array.of();
  const key = der(0x30, concatBytes(der(0x02, concatBytes(sign, modulus)), EXPONENT_DER));
  return der(0x30, concatBytes(RSA_ENCRYPTION, der(0x03, concatBytes(Uint8Array.of(0), key))));
}

/**
 * The modulus in a SubjectPublicKeyInfo; null unless it is taken, and spelled as `rsaSpki` spells it.
 * @example rsaModulusIn(Uint8Array.of(0x30)) // null
 */
export function rsaModulusIn(spki: Uint8Array): Uint8Array | null {
  const start = spki[HEAD_BYTES] === 0 ? HEAD_BYTES + 1 : HEAD_BYTES;
  const modulus = spki.slice(start, -EXPONENT_DER.length);
  return isRsaKey(modulus) && equalBytes(rsaSpki(modulus), spki) ? modulus : null;
}

/** Every content here has 256 to 65,535 bytes, so its length has one form. */
function der(tag: number, content: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(tag, 0x82, content.length >> 8, content.length & 0xff), content);
}

/**
 * RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, 8.2.2), where there is no OpenSSL. INVARIANT: the whole expected
 * block is built and compared, never parsed, so that nothing can hide in its padding.
 */
export function verifyRs256(
  { sha256 }: Pick<Crypto, 'sha256'>,
  modulus: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!isRsaKey(modulus) || signature.length !== modulus.length) return false;
  const [n, given] = [toInteger(modulus), toInteger(signature)];
  if (given >= n) return false;
  const opened = power(given, EXPONENT, n)
    .toString(16)
    .padStart(2 * signature.length, '0');
  return equalBytes(bytesOf(opened), expectedBlock(sha256(message), signature.length));
}

function expectedBlock(digest: string, length: number): Uint8Array {
  const info = bytesOf(`${DIGEST_INFO}${digest}`);
  const padding = new Uint8Array(length - info.length - 3).fill(0xff);
  return concatBytes(Uint8Array.of(0x00, 0x01), padding, Uint8Array.of(0x00), info);
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest % 2n === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function toInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes)}`);
}

function bytesOf(hex: string): Uint8Array {
  return fromHex(hex) ?? new Uint8Array();
}
