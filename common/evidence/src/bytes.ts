import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export { concatBytes };

/**
 * Bytes as lowercase hex.
 * @example toHex(Uint8Array.of(0, 255)) // '00ff'
 */
export function toHex(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}

/**
 * Null for anything but pairs of lowercase hex digits: one spelling of each value.
 * @example fromHex('00ff') // Uint8Array.of(0, 255)
 * @example fromHex('00FF') // null
 */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    const high = digit(text.charCodeAt(2 * index));
    const low = digit(text.charCodeAt(2 * index + 1));
    if (high < 0 || low < 0) return null;
    bytes[index] = high * 16 + low;
  }
  return bytes;
}

/** The value of a hex digit, given as a UTF-16 unit; -1 for any other unit. */
function digit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  return unit >= 0x61 && unit <= 0x66 ? unit - 0x57 : -1;
}

/** Signatures cover hashes in hex, and only longer texts are worth an encoder. */
const SHORT_TEXT = 64;

/**
 * The bytes of a text in UTF-8. A lone surrogate has no such form: refuse it beforehand.
 * @example utf8('é') // Uint8Array.of(0xc3, 0xa9)
 */
export function utf8(text: string): Uint8Array {
  if (text.length > SHORT_TEXT) return utf8ToBytes(text);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) return utf8ToBytes(text);
    bytes[index] = unit;
  }
  return bytes;
}

/**
 * Null for bytes that are not UTF-8.
 * @example strictUtf8(Uint8Array.of(0xff)) // null
 */
export function strictUtf8(bytes: Uint8Array): string | null {
  try {
    // Every engine has this decoder. It refuses longer spellings and halves of surrogate pairs.
    return decodeURIComponent(toHex(bytes).replaceAll(/../g, '%$&'));
  } catch {
    return null;
  }
}

/**
 * Whether two arrays have the same length and the same bytes. Not for secrets: it stops at the first difference.
 * @example equalBytes(Uint8Array.of(1), Uint8Array.of(1, 0)) // false
 */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
