import { fromHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';

/** The 32 bytes of SHA-256. */
export function digest(crypto: Crypto, data: Uint8Array | string): Uint8Array {
  return fromHex(crypto.sha256(data)) ?? new Uint8Array();
}
