import { concatBytes, equalBytes, fromHex, toHex, utf8 } from '../../crypto/bytes.ts';
import type { Crypto } from '../../crypto/crypto.ts';

/** A public RSA key. Its exponent is 65537: no cloud uses another. */
export interface RsaKey {
  /** Without leading zero bytes. */
  readonly modulus: Uint8Array;
}

const EXPONENT = 65_537n;
const LEAST_BYTES = 256;
const MOST_BYTES = 512;
/** DigestInfo of SHA-256, up to the digest: RFC 8017, 9.2, note 1. */
const DIGEST_INFO = '3031300d060960864801650304020105000420';

/** 2,048 to 4,096 bits. */
export function isRsaKey({ modulus }: RsaKey): boolean {
  return (
    modulus.length >= LEAST_BYTES &&
    modulus.length <= MOST_BYTES &&
    (modulus[0] ?? 0) >= 0x80 &&
    (modulus.at(-1) ?? 0) % 2 === 1
  );
}

/**
 * RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, 8.2.2). INVARIANT: the whole expected block is built and compared, never
 * parsed, so that nothing can hide in its padding.
 */
export function verifyRs256(
  crypto: Pick<Crypto, 'sha256'>,
  key: RsaKey,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!isRsaKey(key) || signature.length !== key.modulus.length) return false;
  const modulus = toInteger(key.modulus);
  const given = toInteger(signature);
  if (given >= modulus) return false;
  const opened = power(given, EXPONENT, modulus)
    .toString(16)
    .padStart(2 * signature.length, '0');
  const block = fromHex(opened);
  return block !== null && equalBytes(block, expectedBlock(crypto, message, signature.length));
}

function expectedBlock(crypto: Pick<Crypto, 'sha256'>, message: Uint8Array, length: number): Uint8Array {
  const info = fromHex(`${DIGEST_INFO}${crypto.sha256(message)}`) ?? utf8('');
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
