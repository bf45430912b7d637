import { fromBase64url, toBase64url } from '../../crypto/device/base64url.ts';

/**
 * Encodes base64 (RFC 4648, section 4) with padding, as notes, checkpoints and proofs of logs use it.
 * @example toBase64(Uint8Array.of(255)) // '/w=='
 */
export function toBase64(bytes: Uint8Array): string {
  const digits = toBase64url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return digits.padEnd(Math.ceil(digits.length / 4) * 4, '=');
}

/** Null for anything but the one spelling of some bytes, padding included. */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const digits = text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
  const bytes = fromBase64url(digits);
  return bytes !== null && toBase64(bytes) === text ? bytes : null;
}
