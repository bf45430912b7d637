import { fromHex } from '../bytes.ts';
import type { Crypto } from '../crypto.ts';

/** The 32 bytes of SHA-256. */
export function digest(crypto: Crypto, data: Uint8Array | string): Uint8Array {
  return fromHex(crypto.sha256(data)) ?? new Uint8Array();
}
