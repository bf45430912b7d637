import { toHex } from './bytes.ts';
import { canonicalBytes } from './canonical.ts';
import type { Crypto } from './crypto.ts';

/** Lowercase hex SHA-256. */
export function sha256Hex(crypto: Crypto, bytes: Uint8Array): string {
  return toHex(crypto.sha256(bytes));
}

/** Lowercase hex SHA-256 over the value's canonical JSON (interface document, 2.5). */
export function hashOf(crypto: Crypto, value: unknown): string {
  return sha256Hex(crypto, canonicalBytes(value));
}
