import { canonicalText } from './canonical.ts';
import type { Crypto } from './crypto.ts';

/**
 * Lowercase hex SHA-256 over the value's canonical JSON (interface document, 2.5).
 * @example hashOf(crypto, { b: 1, a: 2 }) === hashOf(crypto, { a: 2, b: 1 }) // true
 */
export function hashOf(crypto: Pick<Crypto, 'sha256'>, value: unknown): string {
  return crypto.sha256(canonicalText(value));
}
